import Dispatch
import Millrace
import OpenCombine
import OpenCombineDispatch

private let events = 100_000

/// How many events are still to arrive. Not a captured variable, which Swift checks for exclusive access at each event.
private func makeCountdown() -> UnsafeMutablePointer<Int> {
    let left = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    left.initialize(to: events)
    return left
}

/// Events that go on to a serial dispatch queue, and the wait until the last one has arrived.
func observeOn() -> Workload {
    TimedWorkload(
        "observeOn",
        "\(events) events from a subject through a serial dispatch queue",
        divisor: events,
        countsMallocs: false,
        expected: { $0 * events },
        sides: [
            .closures: { sum in
                let queue = DispatchQueue(label: "observeOn")
                let closure = makeAdder(sum)
                let event = opaque(1)
                return Side(run: { count in
                    for _ in 0..<count {
                        for _ in 0..<events { queue.async { closure(event) } }
                        queue.sync {}
                    }
                })
            },
            .openCombine: { sum in
                let queue = DispatchQueue(label: "observeOn")
                let subject = PassthroughSubject<Int, Never>()
                let arrived = DispatchSemaphore(value: 0)
                let left = makeCountdown()
                let cancellable = subject.receive(on: queue.ocombine).sink {
                    sum.pointee &+= $0
                    left.pointee -= 1
                    if left.pointee == 0 {
                        left.pointee = events
                        arrived.signal()
                    }
                }
                let event = opaque(1)
                return Side(
                    run: { count in
                        for _ in 0..<count {
                            for _ in 0..<events { subject.send(event) }
                            arrived.wait()
                        }
                    },
                    tearDown: {
                        cancellable.cancel()
                        left.deallocate()
                    }
                )
            },
            .millrace: { sum in
                let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "observeOn")
                let subject = PublishSubject<Int>()
                let arrived = DispatchSemaphore(value: 0)
                let left = makeCountdown()
                let subscription = subject.observe(on: scheduler).subscribe(onNext: {
                    sum.pointee &+= $0
                    left.pointee -= 1
                    if left.pointee == 0 {
                        left.pointee = events
                        arrived.signal()
                    }
                })
                let event = opaque(1)
                return Side(
                    run: { count in
                        for _ in 0..<count {
                            for _ in 0..<events { subject.onNext(event) }
                            arrived.wait()
                        }
                    },
                    tearDown: {
                        subscription.dispose()
                        left.deallocate()
                    }
                )
            },
        ]
    )
}
