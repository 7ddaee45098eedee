#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A clock as a scheduler uses it: its times are spans since the scheduler was made.
protocol SchedulerTime: Sendable {
    /// The scheduler's time at which it was made.
    var start: Date { get }

    var elapsed: Duration { get }

    func sleep(until deadline: Duration) async throws
}

extension SchedulerTime {
    var now: Date {
        let (seconds, attoseconds) = elapsed.components
        return start.addingTimeInterval(Double(seconds) + Double(attoseconds) * 1e-18)
    }
}

struct ClockTime<Source: Clock<Duration>>: SchedulerTime {
    private let clock: Source
    private let origin: Source.Instant
    let start: Date

    /// A date near the reference date differs from another by exact nanoseconds, and today's date does not. A clock of
    /// one's own may need that.
    init(_ clock: Source) {
        self.clock = clock
        origin = clock.now
        start = clock is ContinuousClock || clock is SuspendingClock ? Date() : Date(timeIntervalSinceReferenceDate: 0)
    }

    var elapsed: Duration { origin.duration(to: clock.now) }

    func sleep(until deadline: Duration) async throws {
        try await clock.sleep(until: origin.advanced(by: deadline), tolerance: nil)
    }
}
