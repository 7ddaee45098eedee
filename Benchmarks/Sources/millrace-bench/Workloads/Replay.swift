import BenchmarkLimits
import Millrace
import MillraceSubscriber

/// Subscribing to a full buffer, and leaving.
func replay(elements: Int) -> Workload {
    TimedWorkload(
        "replay\(elements)",
        "subscribe to a full buffer of \(elements), dispose, per element",
        unit: .nanosecondsPerElement,
        divisor: elements,
        countsMallocs: false,
        expected: { $0 * elements },
        sides: [
            .closures: { sum in
                let event = opaque(1)
                let buffer = (0..<elements).map { _ in event }
                let list = ClosureList()
                return Side(run: { count in
                    for _ in 0..<count {
                        let closure = makeAdder(sum)
                        let id = list.subscribe(closure)
                        for element in buffer { closure(element) }
                        list.unsubscribe(id)
                    }
                })
            },
            .millrace: { sum in
                let event = opaque(1)
                let subject = ReplaySubject<Int>.create(bufferSize: elements)
                for _ in 0..<elements * 2 { subject.onNext(event) }
                return Side(run: { count in
                    for _ in 0..<count { subject.subscribe(onNext: { sum.pointee &+= $0 }).dispose() }
                })
            },
        ]
    )
}

/// Sending to a full buffer with one subscriber.
func replayPump(bufferSize: Int) -> Workload {
    TimedWorkload(
        "replay\(bufferSize).pump",
        "a replay subject with a full buffer of \(bufferSize) and 1 subscriber",
        sides: [
            .closures: { sum in
                let list = ClosureList()
                _ = list.subscribe(makeAdder(sum))
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { list.emit(event) } })
            },
            .millrace: { sum in
                let event = opaque(1)
                let subject = ReplaySubject<Int>.create(bufferSize: bufferSize)
                for _ in 0..<bufferSize * 2 { subject.onNext(0) }
                let subscription = subject.add(to: sum)
                return Side(
                    run: { for _ in 0..<$0 { subject.onNext(event) } },
                    tearDown: { subscription.dispose() }
                )
            },
        ]
    )
}
