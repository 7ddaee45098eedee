import Dispatch
import Millrace
import OpenCombine
import OpenCombineDispatch

private let events = 100_000

/// How many events are still to arrive. Not a captured variable, which Swift checks for exclusive access at each event.
private func makeCountdown(from count: Int) -> UnsafeMutablePointer<Int> {
    let left = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    left.initialize(to: count)
    return left
}

private func makeSide(
    _ sum: Sum,
    observe: (PublishSubject<Int>, SerialDispatchQueueScheduler) -> Observable<Int>
) -> Side {
    let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "observeOn")
    let subject = PublishSubject<Int>()
    let arrived = DispatchSemaphore(value: 0)
    let left = makeCountdown(from: events)
    let subscription = observe(subject, scheduler).subscribe(onNext: {
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
                let left = makeCountdown(from: events)
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
            .millrace: { makeSide($0) { $0.observe(on: $1) } },
        ]
    )
}

private let burst = 100

/// Bursts that are waited for. The observer begins when all of a burst has come, so that each is one hop.
func observeOnBurst() -> Workload {
    func makeSide(_ sum: Sum) -> Side {
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "observeOn.burst")
        let subject = PublishSubject<Int>()
        let sent = DispatchSemaphore(value: 0)
        let arrived = DispatchSemaphore(value: 0)
        let left = makeCountdown(from: burst)
        let subscription = subject.observe(on: scheduler).subscribe(onNext: {
            if left.pointee == burst { sent.wait() }
            sum.pointee &+= $0
            left.pointee -= 1
            if left.pointee == 0 {
                left.pointee = burst
                arrived.signal()
            }
        })
        let event = opaque(1)
        return Side(
            run: { count in
                for _ in 0..<count {
                    for _ in 0..<burst { subject.onNext(event) }
                    sent.signal()
                    arrived.wait()
                }
            },
            tearDown: {
                subscription.dispose()
                left.deallocate()
            }
        )
    }
    return TimedWorkload(
        "observeOn.burst",
        "\(burst) events at a time for an idle dispatch queue",
        unit: .nanosecondsPerRound,
        mallocRuns: 1_000,
        expected: { $0 * burst },
        sides: [.millrace: makeSide]
    )
}

/// As `observeOn`, with room for all events at once.
func observeOnCapacity() -> Workload {
    TimedWorkload(
        "observeOn.capacity",
        "\(events) events through a serial dispatch queue with room for all",
        divisor: events,
        countsMallocs: false,
        expected: { $0 * events },
        sides: [
            .millrace: { makeSide($0) { $0.observe(on: $1, capacity: events, overflow: .dropNewest) } }
        ]
    )
}
