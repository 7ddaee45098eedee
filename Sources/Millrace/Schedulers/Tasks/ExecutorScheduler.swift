/// Runs work on a task executor, one action at a time.
///
/// All that ``TaskScheduler`` says holds. The scheduler holds the executor.
///
/// ```swift
/// let scheduler = ExecutorScheduler(globalConcurrentExecutor)
/// let answer = Observable.just(42).observe(on: scheduler).asSingle()
/// print(try await answer.value)
/// // 42
/// ```
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public final class ExecutorScheduler: TaskScheduler, @unchecked Sendable {
    /// A scheduler on `executor`.
    ///
    /// - Parameters:
    ///   - executor: where to run work; serial or concurrent.
    ///   - clock: what `now` and due times go by.
    public init(_ executor: any TaskExecutor, clock: some Clock<Duration> = ContinuousClock()) {
        super.init(clock) { queue in
            Task.detached(executorPreference: executor) { await queue.run(on: nil) }
        }
    }
}
