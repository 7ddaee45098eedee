import Millrace

extension ObservableType {
    /// Emits what `transform` makes of each element, and goes on after an element for which it throws: `strategy` says
    /// what becomes of that element.
    ///
    /// ```
    /// source                                      -a-b--c-|
    /// map(onFailure: .skip) { … }                 -A----C-|     if the closure throws for b
    /// map(onFailure: .retry(after 2 s)) { … }     -A---BC-|     if it throws for b once
    /// ```
    ///
    /// - **Emits** the results, in the order of the elements. While an element waits for a further attempt, those behind
    ///   it wait as well.
    /// - **Completes** when the source does, after the elements that wait. The source's subscription is then disposed at
    ///   once.
    /// - **Fails** when the source does; elements that wait are dropped then. Also fails with what the closure of
    ///   `FailureStrategy.report(_:)` throws. An error of `transform` ends nothing.
    /// - **Disposal** disposes the source's subscription; with a retry, it stops the timer and drops the elements that
    ///   wait.
    /// - **Thread**: `transform` is called on the thread that the source emits on; for a further attempt, and for elements
    ///   that have waited, on the scheduler of `FailureStrategy.retry(_:scheduler:then:)`. If another thread is delivering
    ///   at that moment, that thread calls it.
    /// - **Complexity**: O(1) for each element; one scheduled action for each further attempt. With a retry, a source that
    ///   can pause (see `OverflowStrategy.suspend`) is held back while an element waits. Of any other source, any number
    ///   may wait; `observe(on:capacity:overflow:)` in front bounds it.
    ///
    /// ```swift
    /// struct NotANumber: Error {}
    /// let subscription = Observable.of("1", "one", "2")
    ///     .map(onFailure: .report { print("\($0.element) is no number; \($0.count) so far") }) { text in
    ///         guard let number = Int(text) else { throw NotANumber() }
    ///         return number
    ///     }
    ///     .subscribe(onNext: { print($0) })
    /// // 1
    /// // one is no number; 1 so far
    /// // 2
    /// ```
    ///
    /// - Parameters:
    ///   - strategy: what becomes of an element for which `transform` throws.
    ///   - transform: makes of an element what is emitted instead.
    @inlinable
    public func map<Result>(
        onFailure strategy: FailureStrategy<Element>,
        _ transform: @escaping (Element) throws -> Result
    ) -> Observable<Result> {
        if let retry = strategy.retry { return map(retrying: retry, strategy, transform) }
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Int, Element, Result>.self)
            guard sink.isOpen else { return }
            do {
                sink.forward(try transform(element))
            } catch {
                sink.giveUp(element, error, attempts: 1, strategy)
            }
        }
        return Operator(asObservable()) { StatefulSink<Int, Element, Result>($0, state: 0, receive: receive) }
    }

    @inlinable
    func map<Result>(
        retrying retry: FailureStrategy<Element>.Retry,
        _ strategy: FailureStrategy<Element>,
        _ transform: @escaping (Element) throws -> Result
    ) -> Observable<Result> {
        paced(on: retry.scheduler, nil, function: "map(onFailure:_:)", state: { Attempts() }) { stage, element, turn in
            do {
                return .pass(try transform(element))
            } catch {
                return try stage.attemptFailed(element, error, isFirst: turn.isNew, retry.policy, strategy)
            }
        }
    }
}

extension StatefulSink where State == Int {
    /// Gives an element up. The state counts these.
    @usableFromInline
    func giveUp<Failed>(_ element: Failed, _ error: any Error, attempts: Int, _ strategy: FailureStrategy<Failed>) {
        let count = withState { state in
            state += 1
            return state
        }
        do {
            try strategy.settle(FailedElement(element, error, attempts: attempts, count: count))
        } catch {
            fail(error)
        }
    }
}

/// The attempts for the element whose turn it is.
@usableFromInline
struct Attempts {
    /// What follows after so many failures.
    fileprivate var schedule: ((UInt) -> NextAttempt)?
    fileprivate var failures: UInt = 0
    /// How many elements have been given up.
    fileprivate var givenUp = 0

    @usableFromInline
    init() {}
}

extension PacedCoordinator where State == Attempts {
    @usableFromInline
    func attemptFailed(
        _ element: Input,
        _ error: any Error,
        isFirst: Bool,
        _ policy: RetryPolicy,
        _ strategy: FailureStrategy<Input>
    ) throws -> Pace<Output> {
        if isFirst {
            let schedule = policy.makeSchedule()
            releaseValue(
                withState { state in
                    state.failures = 0
                    return exchange(&state.schedule, for: schedule)
                }
            )
        }
        let (schedule, failures) = withState { state in
            state.failures += 1
            return (state.schedule, state.failures)
        }
        switch schedule?(failures) ?? .none {
        case .after(let delay): return .wait(delay)
        case .atOnce: return .wait(.nanoseconds(0))
        case .none: break
        }
        let count = withState { state in
            state.givenUp += 1
            return state.givenUp
        }
        try strategy.settle(FailedElement(element, error, attempts: Int(failures), count: count))
        return .leaveOut
    }
}
