import Dispatch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A clock that measures spans of time. It never goes back, and it does not jump when the system's time is set. Only
/// the difference between two readings means anything.
@usableFromInline
package protocol Stopwatch: Sendable {
    var reading: RxTime { get }

    /// The same in nanoseconds, for who reads it with each element.
    var nanoseconds: Int64 { get }
}

extension Stopwatch {
    @usableFromInline
    package var nanoseconds: Int64 { Int64(saturatingNanosecondsOf: reading.timeIntervalSinceReferenceDate) }
}

extension SchedulerType {
    /// What operators measure spans of time on this scheduler with. `now` may show the time of day, which the system
    /// may set.
    @usableFromInline
    package var stopwatch: any Stopwatch {
        // A cast: a scheduler may be of a user's own type, which has no stopwatch.
        self as? any Stopwatch ?? ClockStopwatch(self)
    }
}

/// The stopwatch of a user's own scheduler: it follows the scheduler's `now` forwards and stands still when `now` goes
/// back. It cannot tell a clock that is set forward from time that passes.
private final class ClockStopwatch: Stopwatch, Sendable {
    private struct State {
        var now = RxTime.distantPast
        /// By how much `now` has gone back since the beginning, in seconds.
        var setBack = 0.0
        var readings = 0
    }

    private let scheduler: SchedulerType
    private let state = Locked(State())

    init(_ scheduler: SchedulerType) {
        self.scheduler = scheduler
    }

    var reading: RxTime {
        let readings = state.access { $0.readings }
        // A user's code, so not under the lock.
        let now = scheduler.now
        return state.access { state in
            if now >= state.now {
                state.now = now
            } else if readings == state.readings {
                // No thread has brought a reading since this thread asked for the time, so `now` has gone back.
                // Otherwise a thread that asked later may have come first.
                state.setBack += state.now.timeIntervalSince(now)
                state.now = now
            }
            state.readings &+= 1
            return state.now.addingTimeInterval(state.setBack)
        }
    }
}

// The clock of the timers of these schedulers.
extension SerialDispatchQueueScheduler: Stopwatch {
    @usableFromInline
    package var reading: RxTime { .uptime }

    @usableFromInline
    package var nanoseconds: Int64 { Int64(DispatchTime.now().uptimeNanoseconds) }
}

extension ConcurrentDispatchQueueScheduler: Stopwatch {
    @usableFromInline
    package var reading: RxTime { .uptime }

    @usableFromInline
    package var nanoseconds: Int64 { Int64(DispatchTime.now().uptimeNanoseconds) }
}

extension ConcurrentMainScheduler: Stopwatch {
    @usableFromInline
    package var reading: RxTime { .uptime }

    @usableFromInline
    package var nanoseconds: Int64 { Int64(DispatchTime.now().uptimeNanoseconds) }
}

extension RxTime {
    /// The time by `DispatchTime`, which stands still while the system sleeps.
    fileprivate static var uptime: RxTime {
        // Near the reference date, dates differ by exact nanoseconds.
        RxTime(timeIntervalSinceReferenceDate: Double(DispatchTime.now().uptimeNanoseconds) / 1_000_000_000)
    }
}

extension Stopwatch where Self: SchedulerType {
    /// For a scheduler whose `now` does not jump.
    @usableFromInline
    package var reading: RxTime { now }
}

extension TaskScheduler: Stopwatch {}

extension VirtualTimeScheduler: Stopwatch {}
