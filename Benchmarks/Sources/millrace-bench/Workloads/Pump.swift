import BenchmarkLimits
import Millrace
import MillraceSubscriber
import OpenCombine

/// One subject, some subscribers, events.
func pump(subscribers: Int) -> Workload {
    TimedWorkload(
        "pump.\(subscribers)",
        "one subject, \(subscribers) subscriber\(subscribers == 1 ? "" : "s"), per delivery",
        unit: .nanosecondsPerDelivery,
        divisor: subscribers,
        expected: { $0 * subscribers },
        sides: [
            .c: { sum in
                let list = CList()
                for _ in 0..<subscribers { list.subscribe(bench_add, sum) }
                let event = opaque(1)
                return Side(run: { list.pump(event, $0) }, tearDown: { list.destroy() })
            },
            .closures: { sum in
                let list = ClosureList()
                for _ in 0..<subscribers { _ = list.subscribe(makeAdder(sum)) }
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { list.emit(event) } })
            },
            .structs: { sum in
                let list = StructList()
                for _ in 0..<subscribers { _ = list.subscribe(makeAdder(sum)) }
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { list.emit(event) } })
            },
            .openCombine: { sum in
                let subject = PassthroughSubject<Int, Never>()
                let cancellables = (0..<subscribers).map { _ in subject.sink { sum.pointee &+= $0 } }
                let event = opaque(1)
                return Side(
                    run: { for _ in 0..<$0 { subject.send(event) } },
                    tearDown: { for cancellable in cancellables { cancellable.cancel() } }
                )
            },
            .millrace: { sum in
                let subject = PublishSubject<Int>()
                let subscriptions = (0..<subscribers).map { _ in subject.add(to: sum) }
                let event = opaque(1)
                return Side(
                    run: { for _ in 0..<$0 { subject.onNext(event) } },
                    tearDown: { for subscription in subscriptions { subscription.dispose() } }
                )
            },
        ]
    )
}
