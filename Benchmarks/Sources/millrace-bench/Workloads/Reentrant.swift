import BenchmarkLimits
import Millrace
import MillraceSubscriber
import OpenCombine

/// While an event goes round, one of those who hear it changes who is subscribed.
func reentrant(beside others: Int) -> Workload {
    TimedWorkload(
        "reentrant.\(others)",
        "one of \(others + 1) subscribes and disposes another at each event, per delivery",
        unit: .nanosecondsPerDelivery,
        divisor: others + 1,
        countsMallocs: false,
        expected: { $0 * others },
        sides: [
            .c: { sum in
                let list = CList()
                list.subscribe(bench_subscribe_another, list.list)
                for _ in 0..<others { list.subscribe(bench_add, sum) }
                let event = opaque(1)
                return Side(run: { list.pump(event, $0) }, tearDown: { list.destroy() })
            },
            .closures: { sum in
                let list = ClosureList()
                let first = list.subscribe(makeSubscribingAnother(list, sum))
                for _ in 0..<others { _ = list.subscribe(makeAdder(sum)) }
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { list.emit(event) } }, tearDown: { list.unsubscribe(first) })
            },
            .openCombine: { sum in
                let subject = PassthroughSubject<Int, Never>()
                let first = subject.sink { _ in subject.sink { sum.pointee &+= $0 }.cancel() }
                let cancellables = (0..<others).map { _ in subject.sink { sum.pointee &+= $0 } }
                let event = opaque(1)
                return Side(
                    run: { for _ in 0..<$0 { subject.send(event) } },
                    tearDown: {
                        first.cancel()
                        for cancellable in cancellables { cancellable.cancel() }
                    }
                )
            },
            .millrace: { sum in
                let subject = PublishSubject<Int>()
                let first = subject.subscribe(onNext: { _ in
                    subject.subscribe(onNext: { sum.pointee &+= $0 }).dispose()
                })
                let subscriptions = (0..<others).map { _ in subject.add(to: sum) }
                let event = opaque(1)
                return Side(
                    run: { for _ in 0..<$0 { subject.onNext(event) } },
                    tearDown: {
                        first.dispose()
                        for subscription in subscriptions { subscription.dispose() }
                    }
                )
            },
        ]
    )
}

@inline(never)
private func makeSubscribingAnother(_ list: ClosureList, _ sum: Sum) -> (Int) -> Void {
    { _ in list.unsubscribe(list.subscribe(makeAdder(sum))) }
}
