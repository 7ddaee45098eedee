import Foundation
import Millrace

// Operators on time, with a clock that is moved by hand.

/// An interval's ticks.
func intervalTick() -> Workload {
    TimedWorkload(
        "interval.tick",
        "ticks of an interval in virtual time",
        sides: [
            .millrace: { sum in
                let scheduler = HistoricalScheduler()
                let subscription = Observable<Int>.interval(.seconds(1), scheduler: scheduler)
                    .subscribe(onNext: { _ in sum.pointee &+= 1 })
                return Side(
                    run: { scheduler.advanceTo(scheduler.clock.addingTimeInterval(Double($0))) },
                    tearDown: { subscription.dispose() }
                )
            }
        ]
    )
}

/// Each event waits out its time.
func debounceVirtual() -> Workload {
    TimedWorkload(
        "debounce.virtual",
        "subject → debounce → one subscriber, each event's time passes before the next",
        countsMallocs: false,
        sides: [
            .millrace: { sum in
                let scheduler = HistoricalScheduler()
                let subject = PublishSubject<Int>()
                let subscription = subject.debounce(.seconds(1), scheduler: scheduler)
                    .subscribe(onNext: { sum.pointee &+= $0 })
                let event = opaque(1)
                return Side(
                    run: { count in
                        for _ in 0..<count {
                            subject.onNext(event)
                            scheduler.advanceTo(scheduler.clock.addingTimeInterval(1))
                        }
                    },
                    tearDown: { subscription.dispose() }
                )
            }
        ]
    )
}

/// Every other event comes too soon.
func throttleVirtual() -> Workload {
    TimedWorkload(
        "throttle.virtual",
        "subject → throttle(latest: false) → one subscriber, every other event passes",
        countsMallocs: false,
        expected: { ($0 + 1) / 2 },
        sides: [
            .closures: { sum in
                let clock = UnsafeMutablePointer<Double>.allocate(capacity: 1)
                clock.initialize(to: 0)
                let list = ClosureList()
                _ = list.subscribe(makeThrottle(2, { clock.pointee }, makeAdder(sum)))
                let event = opaque(1)
                return Side(
                    run: { count in
                        for _ in 0..<count {
                            list.emit(event)
                            clock.pointee += 1
                        }
                    },
                    tearDown: { clock.deallocate() }
                )
            },
            .millrace: { sum in
                let scheduler = HistoricalScheduler()
                let subject = PublishSubject<Int>()
                let subscription = subject.throttle(.seconds(2), latest: false, scheduler: scheduler)
                    .subscribe(onNext: { sum.pointee &+= $0 })
                let event = opaque(1)
                return Side(
                    run: { count in
                        for _ in 0..<count {
                            subject.onNext(event)
                            scheduler.sleep(1)
                        }
                    },
                    tearDown: { subscription.dispose() }
                )
            },
        ]
    )
}

/// Arrays of ten, without time in it; each begins a new timer all the same.
func bufferCount() -> Workload {
    TimedWorkload(
        "buffer.count",
        "subject → buffer of 10 → one subscriber, in virtual time that stands still",
        countsMallocs: false,
        expected: { $0 / 10 * 10 },
        sides: [
            .closures: { sum in
                let list = ClosureList()
                let add = makeAdder(sum)
                _ = list.subscribe(makeBuffer(10, { add($0.count) }))
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { list.emit(event) } })
            },
            .millrace: { sum in
                let scheduler = HistoricalScheduler()
                let subject = PublishSubject<Int>()
                let subscription = subject.buffer(timeSpan: .seconds(1), count: 10, scheduler: scheduler)
                    .subscribe(onNext: { sum.pointee &+= $0.count })
                let event = opaque(1)
                return Side(
                    run: { count in
                        for _ in 0..<count { subject.onNext(event) }
                        // Stopped timers keep their places until somebody asks what is due.
                        scheduler.advanceTo(scheduler.clock)
                    },
                    tearDown: { subscription.dispose() }
                )
            },
        ]
    )
}
