/// Adds up the time that the program works, without the time that it waits for a followed log.
package struct Stopwatch {
    private var earlier = Duration.zero
    private var started: ContinuousClock.Instant?

    package mutating func start() {
        started = .now
    }

    package mutating func stop() {
        earlier = elapsed
        started = nil
    }

    private var elapsed: Duration {
        earlier + (started?.duration(to: .now) ?? .zero)
    }

    /// The time so far, in seconds.
    package var seconds: Double {
        elapsed / .seconds(1)
    }
}
