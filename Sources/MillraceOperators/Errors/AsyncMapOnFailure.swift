import Millrace

extension ObservableType {
    /// Emits what the asynchronous closure `transform` makes of each element, and goes on after an element for which it
    /// throws: `strategy` says what becomes of that element. Otherwise as `map(maxConcurrent:ordered:_:)`.
    ///
    /// - **Emits** the results in the order in which the closures end or, with `ordered`, in the order of the elements.
    ///   An element keeps its place while it waits for a further attempt: it counts as one of `maxConcurrent`, and with
    ///   `ordered` it holds back the results after its own.
    /// - **Completes** when the source has completed, all results have been emitted, and every other element has been given
    ///   up.
    /// - **Fails** at once when the source does. Also fails with what the closure of `FailureStrategy.report(_:)` throws. An
    ///   error of `transform` ends nothing, not even a `CancellationError`.
    /// - **Disposal** disposes the source's subscription, cancels the closures that run and the waits for further attempts,
    ///   and drops the elements that wait.
    /// - **Thread**: `transform` is called, and results are emitted, where Swift runs tasks that belong to no actor.
    ///   Elements are given up there, too, one at a time, and never while a result is emitted.
    /// - **Complexity**: O(1) and one allocation for each element; a few more, and one scheduled action, for each further
    ///   attempt. A source that can pause is held back while `maxConcurrent` elements wait. Of any other source, any number
    ///   may wait; the form with `capacity` bounds it.
    ///
    /// ```swift
    /// struct Refused: Error {}
    /// let policy = RetryPolicy(maxAttempts: 3, initialDelay: .milliseconds(1))
    /// let strategy = FailureStrategy<Int>.retry(
    ///     policy,
    ///     scheduler: ClockScheduler(),
    ///     then: .report { print("order \($0.element) was refused \($0.attempts) times") }
    /// )
    /// let stored = Observable.of(1, 2, 3).map(maxConcurrent: 2, ordered: true, onFailure: strategy) { order in
    ///     if order == 2 { throw Refused() } // such as a request that fails
    ///     return "stored \(order)"
    /// }
    /// print(try await stored.toArray().value)
    /// // order 2 was refused 3 times
    /// // ["stored 1", "stored 3"]
    /// ```
    ///
    /// - Parameters:
    ///   - maxConcurrent: how many elements may be on their way at a time, at least 1.
    ///   - ordered: whether results are emitted in the order of the elements.
    ///   - strategy: what becomes of an element for which `transform` throws.
    ///   - transform: makes of an element what is emitted instead.
    @_alwaysEmitIntoClient
    public func map<Result>(
        maxConcurrent: Int,
        ordered: Bool = false,
        onFailure strategy: FailureStrategy<Element>,
        _ transform: @escaping @Sendable (Element) async throws -> Result
    ) -> Observable<Result> {
        map(maxConcurrent: maxConcurrent, ordered: ordered, strategy.attempting(transform)).settled(by: strategy)
    }

    /// Emits what the asynchronous closure `transform` makes of each element, goes on after an element for which it throws,
    /// and lets at most `capacity` elements wait; otherwise as `map(maxConcurrent:ordered:onFailure:_:)`.
    ///
    /// - **Emits** the results of all elements except those that were given up, and those that were dropped since they found
    ///   no room. `Hooks.droppedElementHandler` is called for each of the latter, on the thread that emits.
    /// - **Fails** also, with the strategy `OverflowStrategy.error`, when an element finds no room: with an `OverflowError`,
    ///   after the results of the elements before it. The source's subscription is disposed at once.
    ///
    /// - Parameters:
    ///   - maxConcurrent: how many elements may be on their way at a time, at least 1.
    ///   - ordered: whether results are emitted in the order of the elements.
    ///   - capacity: how many elements may wait while `maxConcurrent` are on their way, at least 1.
    ///   - overflow: what to do with an element that comes when `capacity` elements wait already.
    ///   - strategy: what becomes of an element for which `transform` throws.
    ///   - file: the path of the file of the call; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    ///   - transform: makes of an element what is emitted instead.
    @_alwaysEmitIntoClient
    public func map<Result>(
        maxConcurrent: Int,
        ordered: Bool = false,
        capacity: Int,
        overflow: OverflowStrategy,
        onFailure strategy: FailureStrategy<Element>,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ transform: @escaping @Sendable (Element) async throws -> Result
    ) -> Observable<Result> {
        map(
            maxConcurrent: maxConcurrent,
            ordered: ordered,
            capacity: capacity,
            overflow: overflow,
            file: file,
            line: line,
            strategy.attempting(transform)
        )
        .settled(by: strategy)
    }
}

/// What has come of the attempts for one element.
@usableFromInline
enum AttemptResult<Result, Element> {
    case success(Result)
    case failure(Element, any Error, attempts: Int)
}

extension FailureStrategy {
    /// `transform`, called as often as the strategy says.
    @inlinable
    func attempting<Result>(
        _ transform: @escaping @Sendable (Element) async throws -> Result
    ) -> @Sendable (Element) async -> AttemptResult<Result, Element> {
        let retry = retry
        return { element in
            var schedule: ((UInt) -> NextAttempt)?
            var attempts: UInt = 0
            while true {
                do {
                    return .success(try await transform(element))
                } catch {
                    attempts += 1
                    if let retry {
                        let next = schedule ?? retry.policy.makeSchedule()
                        schedule = next
                        if await retry.waits(for: next(attempts)) { continue }
                    }
                    return .failure(element, error, attempts: Int(attempts))
                }
            }
        }
    }
}

extension FailureStrategy.Retry {
    /// Waits until the next attempt may begin. False: there is none, or the task was cancelled.
    @usableFromInline
    func waits(for attempt: sending NextAttempt) async -> Bool {
        guard let trigger = attempt.trigger(scheduler) else { return false }
        return (try? await trigger.first().value) != nil && !Task.isCancelled
    }
}

extension ObservableType {
    /// Emits the results, and gives up the elements that have failed.
    @inlinable
    func settled<Result, Input>(by strategy: FailureStrategy<Input>) -> Observable<Result>
    where Element == AttemptResult<Result, Input> {
        let receive: Sink<Element>.Receive = { sink, attempt in
            let sink = sink.downcast(to: StatefulSink<Int, Element, Result>.self)
            guard sink.isOpen else { return }
            switch attempt {
            case .success(let result): sink.forward(result)
            case .failure(let element, let error, let attempts):
                sink.giveUp(element, error, attempts: attempts, strategy)
            }
        }
        return Operator(asObservable()) { StatefulSink<Int, Element, Result>($0, state: 0, receive: receive) }
    }
}
