/// Runs work in tasks of Swift's concurrency, one action at a time, at times of a Swift `Clock`.
///
/// The actions run where Swift runs tasks that belong to no actor. All that ``TaskScheduler`` says holds.
///
/// ```swift
/// let scheduler = ClockScheduler(SuspendingClock())
/// let ticks = Observable<Int>.interval(.milliseconds(1), scheduler: scheduler).take(3)
/// print(try await ticks.toArray().value)
/// // [0, 1, 2]
/// ```
///
/// With a clock that a test moves on, such as `TestScheduler.testClock` of MillraceTest, the operators on time are exact
/// to that clock, without waiting.
public final class ClockScheduler: TaskScheduler, @unchecked Sendable {
    /// A scheduler with the given clock.
    ///
    /// - Parameter clock: what `now` and due times go by.
    public init(_ clock: some Clock<Duration> = ContinuousClock()) {
        super.init(clock) { queue in Task.detached { await queue.run(on: nil) } }
    }
}
