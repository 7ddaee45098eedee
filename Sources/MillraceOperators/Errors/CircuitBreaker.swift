import Dispatch
import Millrace

/// Keeps calls away from a dependency that fails: after too many failures, it rejects calls at once for a time, then
/// lets a few through to see whether the dependency works again.
///
/// A call is a subscription to a source under ``Millrace/ObservableType/protected(by:)``, or the closure of
/// ``run(isolation:_:)``. One breaker stands in front of one dependency, and any number of streams and tasks share it.
///
/// | state | calls | what changes it |
/// |---|---|---|
/// | closed | pass | too many failures, as the threshold says: it opens |
/// | open | are rejected with ``CircuitBreaker/Rejection`` | `openFor` has passed: it is half open |
/// | half open | as many as `trials` pass, the others are rejected | all trials have succeeded: it closes; one has failed: it opens |
///
/// - **What counts**: a call that completes or returns is a success. An error is a failure if `isFailure` says so, and
///   otherwise a success, since the dependency has answered. A call that has brought nothing after `slowAfter` counts
///   as a failure at that moment. It goes on; to end it, put a `timeout` in front of `protected(by:)`. A call that is
///   cancelled, or disposed before its first element, counts as nothing, and gives its place among the trials back. A
///   call that ends after the state has changed counts no more.
/// - **Threads**: all members may be called from any thread. A few instructions are under a lock, and no callback is.
/// - **Complexity**: O(1) for each call, and one scheduled action, unless `slowAfter` is `.never`. The memory of a
///   breaker is that of its threshold: of as many Booleans as a rate looks back at.
///
/// M. Nygard describes the pattern in “Release It!”, 2007.
///
/// ```swift
/// let scheduler = TestScheduler(initialClock: 0)
/// let breaker = CircuitBreaker(
///     .consecutive(2),
///     slowAfter: .seconds(5),
///     openFor: .seconds(30),
///     scheduler: scheduler
/// )
/// let request = Single<Int>.error(RxError.timeout).protected(by: breaker)
/// for second in [1, 2, 3, 33] {
///     scheduler.advanceTo(second)
///     _ = request.subscribe(onFailure: { print("\(second) s: \($0)") })
/// }
/// // 1 s: Sequence timeout.
/// // 2 s: Sequence timeout.
/// // 3 s: rejected by a circuit breaker that is open, for 29.0 seconds
/// // 33 s: Sequence timeout.
/// ```
public final class CircuitBreaker: Sendable {
    /// What a breaker does with calls.
    public enum State: Sendable, Hashable {
        /// Calls pass.
        case closed
        /// Calls are rejected.
        case open
        /// Some calls pass, to see whether the dependency works again.
        case halfOpen
    }

    /// How many failures open a breaker.
    public struct Threshold: Sendable {
        enum Kind {
            case consecutive(Int)
            case rate(Double, window: Int, minimum: Int)
        }

        let kind: Kind

        /// A number of failures without a success between them.
        ///
        /// - Parameter count: how many failures open the breaker, at least 1.
        public static func consecutive(_ count: Int) -> Threshold {
            require(
                count >= 1,
                "CircuitBreaker.Threshold.consecutive(_:): the count is \(count); it must be at least 1"
            )
            return Threshold(kind: .consecutive(count))
        }

        /// A part of the latest calls.
        ///
        /// - Parameters:
        ///   - rate: what part of these calls fails when the breaker opens: more than 0, at most 1.
        ///   - window: how many calls to look back at, at least 1.
        ///   - minimum: how many calls there must have been since the breaker closed, at least 1 and at most `window`;
        ///     `window` if it is `nil`.
        public static func rate(_ rate: Double, ofLast window: Int, atLeast minimum: Int? = nil) -> Threshold {
            let name = "CircuitBreaker.Threshold.rate(_:ofLast:atLeast:)"
            let minimum = minimum ?? window
            require(rate > 0 && rate <= 1, "\(name): the rate is \(rate); it must be more than 0 and at most 1")
            require(window >= 1, "\(name): ofLast is \(window); it must be at least 1")
            require(
                (1...window).contains(minimum),
                "\(name): atLeast is \(minimum); it must be at least 1 and at most \(window)"
            )
            return Threshold(kind: .rate(rate, window: window, minimum: minimum))
        }
    }

    /// The error of a call that a breaker has not let through.
    public struct Rejection: Swift.Error, Hashable, Sendable, CustomStringConvertible {
        /// Whether the breaker was open, or half open with all trials under way.
        public let state: State

        /// How long the breaker will stay open; zero if it was half open.
        public let remaining: Duration

        /// Makes a rejection, for code that is tested without a breaker.
        ///
        /// - Parameters:
        ///   - state: whether the breaker is open or half open.
        ///   - remaining: how long it will stay open.
        public init(state: State, remaining: Duration) {
            self.state = state
            self.remaining = remaining
        }

        /// The state and the time.
        public var description: String {
            state == .open
                ? "rejected by a circuit breaker that is open, for \(remaining)"
                : "rejected by a circuit breaker that is half open"
        }
    }

    let core: Locked<CircuitBreakerCore>
    let isFailure: @Sendable (Swift.Error) -> Bool
    let slowAfter: RxTimeInterval
    let scheduler: SchedulerType
    private let openFor: RxTimeInterval
    private let stopwatch: any Stopwatch
    private let relay = BehaviorRelay(value: State.closed)
    private let opening = SerialDisposable()

    /// Makes a breaker, which is closed.
    ///
    /// - Parameters:
    ///   - threshold: how many failures open it.
    ///   - slowAfter: how long a call may take to its first element, its end or its result before it counts as a
    ///     failure; `.never` if a call that hangs is to count as nothing. Then a trial that hangs keeps the breaker
    ///     half open.
    ///   - openFor: how long it stays open.
    ///   - trials: how many calls it lets through while it is half open, at least 1.
    ///   - scheduler: the scheduler whose clock is used, and on which the breaker becomes half open.
    ///   - isFailure: says whether the error of a call is a failure of the dependency; called on the thread of the
    ///     error.
    public init(
        _ threshold: Threshold,
        slowAfter: RxTimeInterval,
        openFor: RxTimeInterval,
        trials: Int = 1,
        scheduler: SchedulerType,
        isFailure: @escaping @Sendable (Swift.Error) -> Bool = { _ in true }
    ) {
        require(trials >= 1, "CircuitBreaker.init: trials is \(trials); it must be at least 1")
        core = Locked(CircuitBreakerCore(threshold, trials: trials))
        self.slowAfter = slowAfter
        self.openFor = openFor.orZero
        self.scheduler = scheduler
        self.isFailure = isFailure
        stopwatch = scheduler.stopwatch
    }

    /// Makes a breaker whose times are `Duration`s; otherwise as the other initializer.
    ///
    /// - Parameters:
    ///   - threshold: how many failures open it.
    ///   - slowAfter: how long a call may take before it counts as a failure.
    ///   - openFor: how long it stays open.
    ///   - trials: how many calls it lets through while it is half open, at least 1.
    ///   - scheduler: the scheduler whose clock is used, and on which the breaker becomes half open.
    ///   - isFailure: says whether the error of a call is a failure of the dependency; called on the thread of the
    ///     error.
    @_disfavoredOverload
    public convenience init(
        _ threshold: Threshold,
        slowAfter: Duration,
        openFor: Duration,
        trials: Int = 1,
        scheduler: SchedulerType,
        isFailure: @escaping @Sendable (Swift.Error) -> Bool = { _ in true }
    ) {
        self.init(
            threshold,
            slowAfter: RxTimeInterval(slowAfter),
            openFor: RxTimeInterval(openFor),
            trials: trials,
            scheduler: scheduler,
            isFailure: isFailure
        )
    }

    deinit {
        opening.dispose()
    }

    /// The state, and each change of it.
    ///
    /// - **Emits** the state at once, then each state that the breaker changes to. An observer that takes longer than
    ///   the next change gets the latest state.
    /// - **Completes** and **fails** never.
    /// - **Thread**: the thread on which the call ends that changes the state, before the end is passed on; the
    ///   scheduler when the breaker becomes half open. If another thread is telling observers at that moment, that
    ///   thread tells them.
    ///
    /// ```swift
    /// let breaker = CircuitBreaker(
    ///     .rate(0.5, ofLast: 2),
    ///     slowAfter: .never,
    ///     openFor: .seconds(30),
    ///     scheduler: TestScheduler(initialClock: 0)
    /// )
    /// let subscription = breaker.state.subscribe(onNext: { print($0) })
    /// for answer in [Observable.just(1), .error(RxError.timeout)] {
    ///     answer.protected(by: breaker).subscribe(onError: { _ in }).dispose()
    /// }
    /// // closed
    /// // open
    /// ```
    public var state: Infallible<State> { relay.asInfallible() }

    /// The state at this moment.
    public var currentState: State { core.access { $0.state } }

    /// How many calls the breaker has rejected.
    public var rejections: Int { core.access { $0.rejections } }

    /// Calls an asynchronous closure, if the breaker lets it through.
    ///
    /// The error of a task that has been cancelled counts as nothing.
    ///
    /// ```swift
    /// let breaker = CircuitBreaker(
    ///     .consecutive(5),
    ///     slowAfter: .seconds(10),
    ///     openFor: .seconds(30),
    ///     scheduler: ClockScheduler()
    /// )
    /// let answer = try await breaker.run { "an answer" }
    /// print(answer)
    /// // an answer
    /// ```
    ///
    /// - Parameters:
    ///   - isolation: the actor that the caller runs on; the compiler fills it in.
    ///   - work: the call. It runs where the caller does.
    /// - Returns: what `work` returns.
    /// - Throws: what `work` throws, or a ``CircuitBreaker/Rejection``.
    public func run<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ work: () async throws -> Result
    ) async throws -> Result {
        let call = try begin()
        do {
            let result = try await work()
            call.succeeded()
            return result
        } catch {
            if Task.isCancelled || error is CancellationError { call.dispose() } else { call.failed(error) }
            throw error
        }
    }

    /// Lets a call through, or throws a `Rejection`.
    @usableFromInline
    func begin() throws -> ProtectedCall {
        switch core.access({ $0.admit() }) {
        case .admitted(let epoch):
            return ProtectedCall(self, epoch)
        case .rejected(let state, let opened):
            let remaining = opened.map { openFor.remaining(from: $0, to: stopwatch.reading).roundedMicroseconds } ?? 0
            throw Rejection(state: state, remaining: .microseconds(remaining))
        }
    }

    /// The outcome of a call.
    func end(_ call: ProtectedCall, _ outcome: CircuitBreakerCore.Outcome) {
        // A user's code, so not under the lock.
        let now = outcome == .failure ? stopwatch.reading : nil
        let change = core.access { core in
            call.takeFirstOutcome() ? core.end(outcome, of: call.epoch, now) : nil
        }
        if let change { follow(change) }
    }

    /// Does what follows from a change of the state, outside the lock.
    private func follow(_ change: CircuitBreakerCore.Change) {
        if change.state == .open {
            // The item is stored before the action can run, and so before the breaker can open again.
            let item = SingleAssignmentDisposable()
            opening.disposable = item
            item.setDisposable(
                scheduler.scheduleRelative(WeakReference(self), dueTime: openFor) { breaker in
                    breaker.object?.elapsed(change.epoch)
                    return Disposables.create()
                }
            )
        }
        tellObservers()
    }

    private func elapsed(_ epoch: UInt64) {
        if let change = core.access({ $0.elapsed(epoch) }) { follow(change) }
    }

    /// Tells the observers of the state, unless another thread is doing so: that thread then tells this change, too.
    private func tellObservers() {
        guard core.access({ $0.beginTelling() }) else { return }
        while let state = core.access({ $0.takeUntold() }) {
            if state != relay.value { relay.accept(state) }
        }
    }
}
