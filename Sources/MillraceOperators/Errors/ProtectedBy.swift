import Millrace

extension ObservableType {
    /// Subscribes to the source only while a circuit breaker lets calls through, and tells the breaker how the
    /// subscription ended.
    ///
    /// ```
    /// source                      -a-#      each time
    /// protected(by: 2 in a row)   -a-#      the first and the second time: they fail
    ///   while it is open          #         a rejection, at once
    ///   while it is half open     -a-#      one passes, the others are rejected
    /// ```
    ///
    /// - **Emits** every element of the source.
    /// - **Completes** when the source does: a success.
    /// - **Fails** when the source does: a failure, if the breaker's `isFailure` says so. Fails with a
    ///   ``CircuitBreaker/Rejection``, without a subscription to the source, if the breaker lets no call through. That
    ///   comes at once, so a `retry` below needs a delay, as `retry(policy:scheduler:)` has.
    /// - **Disposal** disposes the source's subscription. It is a success after an element, and counts as nothing
    ///   before the first one. So a limit of time belongs in front: `source.timeout(…).protected(by: breaker)`.
    /// - **Thread**: emits on the thread that the source emits on. The breaker and the observers of its state learn of
    ///   the end there, before it is passed on.
    /// - **Complexity**: O(1) for each event; for each subscription a few allocations, and one scheduled action, which
    ///   counts the call as a failure if no event has come after the breaker's `slowAfter`.
    ///
    /// ```swift
    /// let breaker = CircuitBreaker(
    ///     .consecutive(1),
    ///     slowAfter: .seconds(5),
    ///     openFor: .seconds(30),
    ///     scheduler: TestScheduler(initialClock: 0)
    /// )
    /// let rows = Observable<Int>.error(RxError.timeout).protected(by: breaker)
    /// for _ in 1...2 { rows.subscribe(onError: { print($0) }).dispose() }
    /// // Sequence timeout.
    /// // rejected by a circuit breaker that is open, for 30.0 seconds
    /// ```
    ///
    /// - Parameter breaker: the breaker of the dependency, which any number of sources may share. A subscription counts
    ///   as one call until it ends, so protect what ends, such as a request.
    @inlinable
    public func protected(by breaker: CircuitBreaker) -> Observable<Element> {
        let source = asObservable()
        return Observable.using({ try breaker.begin() }) { call in
            source.do(
                onNext: { _ in call.emitted() },
                onError: { call.failed($0) },
                onCompleted: { call.succeeded() }
            )
        }
    }
}

extension PrimitiveSequence {
    /// Subscribes to the source only while a circuit breaker lets calls through; as
    /// ``Millrace/ObservableType/protected(by:)``.
    ///
    /// - Parameter breaker: the breaker of the dependency, which any number of sources may share.
    public func protected(by breaker: CircuitBreaker) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: asObservable().protected(by: breaker))
    }
}

/// A call that a circuit breaker has let through. Its first outcome counts. To dispose it says that nobody waits for
/// the call any more.
@usableFromInline
final class ProtectedCall: Disposable, @unchecked Sendable {
    private let breaker: CircuitBreaker
    let epoch: UInt64
    private let timer = SingleAssignmentDisposable()

    /// Whether an element has come. Used by the thread that emits.
    private var hasAnswered = false
    // The members that follow are used under the breaker's lock.
    private var isAnswered = false
    private var isCounted = false

    init(_ breaker: CircuitBreaker, _ epoch: UInt64) {
        self.breaker = breaker
        self.epoch = epoch
        if case .never = breaker.slowAfter { return }
        timer.setDisposable(
            breaker.scheduler.scheduleRelative(self, dueTime: breaker.slowAfter) { call in
                call.becameSlow()
                return Disposables.create()
            }
        )
    }

    @usableFromInline
    func emitted() {
        if hasAnswered { return }
        hasAnswered = true
        breaker.core.access { _ in isAnswered = true }
        timer.dispose()
    }

    @usableFromInline
    func succeeded() {
        end(.success)
    }

    @usableFromInline
    func failed(_ error: Swift.Error) {
        end(breaker.isFailure(error) ? .failure : .success)
    }

    @usableFromInline
    func dispose() {
        end(breaker.core.access { _ in isAnswered } ? .success : .nothing)
    }

    private func becameSlow() {
        if !breaker.core.access({ _ in isAnswered }) { breaker.end(self, .failure) }
    }

    private func end(_ outcome: CircuitBreakerCore.Outcome) {
        timer.dispose()
        breaker.end(self, outcome)
    }

    /// True once. Called under the breaker's lock.
    func takeFirstOutcome() -> Bool {
        !exchange(&isCounted, for: true)
    }
}
