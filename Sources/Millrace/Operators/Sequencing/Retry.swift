extension ObservableType {
    /// Subscribes to the source again whenever it fails, without a limit.
    ///
    /// - **Emits** the elements of every attempt.
    /// - **Completes** when the source does.
    /// - **Fails** never.
    /// - **Disposal** disposes the current attempt's subscription. Each attempt's subscription is disposed before the
    ///   next attempt.
    /// - **Thread**: subscribes again on the thread that the source fails on.
    /// - **Complexity**: O(1) for each element, one allocation for each attempt. Attempts that fail at once take
    ///   neither stack nor memory; a source that always fails at once keeps the thread busy until the subscription is
    ///   disposed.
    ///
    /// ```swift
    /// var answers: [Observable<String>] = [.error(RxError.timeout), .error(RxError.timeout), .just("ready")]
    /// let subscription = Observable.deferred { answers.removeFirst() }
    ///     .do(onError: { _ in print("failed") })
    ///     .retry()
    ///     .subscribe(onNext: { print($0) })
    /// // failed
    /// // failed
    /// // ready
    /// ```
    @inlinable
    public func retry() -> Observable<Element> {
        let kind = CatchSequenceSink<Element>.kind
        return ClosureOperator(asObservable()) { source, downstream in
            CatchSequenceSink.attach(SourceSequence(count: .max) { source }, kind, to: downstream)
        }
    }

    /// Subscribes to the source again whenever it fails, up to a number of attempts.
    ///
    /// - **Emits** the elements of every attempt.
    /// - **Completes** when the source does; at once, without subscribing to it, if `maxAttemptCount` is 0.
    /// - **Fails** with the error of the last attempt.
    /// - **Disposal** disposes the current attempt's subscription. Each attempt's subscription is disposed before the
    ///   next attempt.
    /// - **Thread**: subscribes again on the thread that the source fails on.
    /// - **Complexity**: O(1) for each element, one allocation for each attempt. Attempts that fail at once take
    ///   neither stack nor memory.
    ///
    /// ```swift
    /// let subscription = Observable<String>.error(RxError.noElements)
    ///     .do(onSubscribe: { print("attempt") })
    ///     .retry(2)
    ///     .subscribe(onError: { _ in print("given up") })
    /// // attempt
    /// // attempt
    /// // given up
    /// ```
    ///
    /// - Parameter maxAttemptCount: how many times to subscribe at most, including the first time; at least 0.
    @inlinable
    public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
        require(
            maxAttemptCount >= 0,
            "retry(_:): maxAttemptCount is \(maxAttemptCount); it must not be negative"
        )
        let kind = CatchSequenceSink<Element>.kind
        return ClosureOperator(asObservable()) { source, downstream in
            CatchSequenceSink.attach(SourceSequence(count: maxAttemptCount) { source }, kind, to: downstream)
        }
    }
}
