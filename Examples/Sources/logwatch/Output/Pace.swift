/// Lets something happen now and then.
///
/// Used by one thread, the one that reads.
final class Pace: @unchecked Sendable {
    private let interval: Duration
    private var next: ContinuousClock.Instant

    /// - Parameter interval: the shortest time between two turns, and before the first one.
    init(every interval: Duration) {
        self.interval = interval
        next = .now + interval
    }

    /// Whether it is time again; if so, the next turn is an interval away.
    func isDue() -> Bool {
        let now = ContinuousClock.now
        guard now >= next else { return false }
        next = now + interval
        return true
    }
}
