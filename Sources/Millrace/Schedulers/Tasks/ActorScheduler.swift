/// Runs work on an actor, isolated to it, one action at a time.
///
/// All that ``TaskScheduler`` says holds. The scheduler holds the actor.
///
/// ```swift
/// actor Ledger {
///     private var total = 0
///     func add(_ amount: Int) { total += amount }
///     var balance: Int { total }
/// }
/// let ledger = Ledger()
/// let done = Observable.of(20, 22)
///     .observe(on: ActorScheduler(ledger))
///     .do(onNext: { amount in ledger.assumeIsolated { $0.add(amount) } })
/// _ = try await done.toArray().value
/// print(await ledger.balance)
/// // 42
/// ```
public final class ActorScheduler: TaskScheduler, @unchecked Sendable {
    /// Where the actions run.
    public let actor: any Actor

    /// A scheduler on `actor`.
    ///
    /// - Parameters:
    ///   - actor: where to run work, such as `MainActor.shared`.
    ///   - clock: what `now` and due times go by.
    public init(_ actor: any Actor, clock: some Clock<Duration> = ContinuousClock()) {
        self.actor = actor
        super.init(clock) { queue in Task.detached { await queue.run(on: actor) } }
    }
}
