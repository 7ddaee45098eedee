import BenchmarkLimits
import Millrace
import OpenCombine

/// Coming and going beside others who stay.
func churn(beside others: Int) -> Workload {
    TimedWorkload(
        "churn.\(others)",
        "subscribe and dispose beside \(others) others",
        unit: .nanosecondsPerRound,
        countsMallocs: false,
        // Nobody emits.
        expected: { _ in 0 },
        sides: [
            .c: { sum in
                let list = CList()
                for _ in 0..<others { list.subscribe(bench_add, sum) }
                return Side(run: { bench_churn(list.list, bench_add, sum, $0) }, tearDown: { list.destroy() })
            },
            .closures: { sum in
                let list = ClosureList()
                for _ in 0..<others { _ = list.subscribe(makeAdder(sum)) }
                return Side(run: { count in
                    for _ in 0..<count { list.unsubscribe(list.subscribe(makeAdder(sum))) }
                })
            },
            .structs: { sum in
                let list = StructList()
                for _ in 0..<others { _ = list.subscribe(makeAdder(sum)) }
                return Side(run: { count in
                    for _ in 0..<count { list.unsubscribe(list.subscribe(makeAdder(sum))) }
                })
            },
            .openCombine: { sum in
                let subject = PassthroughSubject<Int, Never>()
                let cancellables = (0..<others).map { _ in subject.sink { sum.pointee &+= $0 } }
                return Side(
                    run: { count in
                        for _ in 0..<count { subject.sink { sum.pointee &+= $0 }.cancel() }
                    },
                    tearDown: { for cancellable in cancellables { cancellable.cancel() } }
                )
            },
            .millrace: { sum in
                let subject = PublishSubject<Int>()
                let subscriptions = (0..<others).map { _ in subject.subscribe(onNext: { sum.pointee &+= $0 }) }
                return Side(
                    run: { count in
                        for _ in 0..<count { subject.subscribe(onNext: { sum.pointee &+= $0 }).dispose() }
                    },
                    tearDown: { for subscription in subscriptions { subscription.dispose() } }
                )
            },
        ]
    )
}
