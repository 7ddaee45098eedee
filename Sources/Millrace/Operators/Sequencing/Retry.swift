extension ObservableType {
    /// Subscribes to the source again whenever it fails, without a limit.
    ///
    /// - **Emits** the elements of every attempt.
    /// - **Completes** when the source does.
    /// - **Fails** never.
    /// - **Disposal** disposes the current attempt's subscription. Each attempt's subscription is disposed before the
    ///   next attempt.
    /// - **Thread**: subscribes again on the thread that the source fails on or, if the source is still being subscribed to,
    ///   on the thread that does so.
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
        let kind = ConcatSink<Element>.Kind.advancing(at: .failure)
        return ClosureOperator(asObservable()) { source, downstream in
            ConcatSink.attach(SourceSequence(count: .max) { source }, kind, to: downstream)
        }
    }

    /// Subscribes to the source again whenever it fails, up to a number of attempts.
    ///
    /// ![Marble diagram, in seconds. First: a at 1, b at 3, an error at 4. Second: a at 5, b at 7, c at 9, the end at
    /// 10. Result: a at 1, b at 3, a at 5, b at 7, c at 9, the end at 10.](marbles-retry)
    ///
    /// - **Emits** the elements of every attempt.
    /// - **Completes** when the source does; at once, without subscribing to it, if `maxAttemptCount` is 0.
    /// - **Fails** with the error of the last attempt.
    /// - **Disposal** disposes the current attempt's subscription. Each attempt's subscription is disposed before the
    ///   next attempt.
    /// - **Thread**: subscribes again on the thread that the source fails on or, if the source is still being subscribed to,
    ///   on the thread that does so.
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
        let kind = ConcatSink<Element>.Kind.advancing(at: .failure)
        return ClosureOperator(asObservable()) { source, downstream in
            ConcatSink.attach(SourceSequence(count: maxAttemptCount) { source }, kind, to: downstream)
        }
    }
}

extension ObservableType {
    /// Subscribes to the source again when it has failed and a source of triggers then emits.
    ///
    /// `notificationHandler` is called once for each subscription, with the errors of all attempts. The triggers that
    /// it returns are subscribed to before the source is.
    ///
    /// - **Emits** the elements of every attempt. When an attempt has failed, the next attempt begins at the next
    ///   element of the triggers; triggers that come while the source is active have no effect.
    /// - **Completes** when the source does, or, once the source has failed, when the triggers have completed. If an
    ///   attempt fails while it is being subscribed to, and the triggers end before that call returns, there is no
    ///   further attempt, even if they have emitted.
    /// - **Fails** with an error of the source that is not of type `Error`, or, once the source has failed, with the
    ///   error of the triggers.
    /// - **Disposal** disposes the current attempt's subscription, then the subscription to the triggers. A failed
    ///   attempt's subscription is disposed before the handler's source of errors emits the error.
    /// - **Thread**: subscribes again on the thread that the trigger comes on or, if the source is still being subscribed to,
    ///   on the thread that does so.
    /// - **Complexity**: O(1) for each element, two allocations for each attempt. Attempts that fail at once take no
    ///   stack.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// var answers: [Observable<String>] = [.error(RxError.timeout), .just("ready")]
    /// let subscription = Observable.deferred { answers.removeFirst() }
    ///     .do(onError: { _ in print("failed at \(scheduler.clock)") })
    ///     .retry(when: { errors in errors.delay(.seconds(10), scheduler: scheduler) })
    ///     .subscribe(onNext: { print("\($0) at \(scheduler.clock)") })
    /// scheduler.start()
    /// // failed at 0
    /// // ready at 10
    /// ```
    ///
    /// - Parameter notificationHandler: makes the source of triggers from the source of errors.
    @inlinable
    public func retry<TriggerObservable: ObservableType, Error: Swift.Error>(
        when notificationHandler: @escaping (Observable<Error>) -> TriggerObservable
    ) -> Observable<Element> {
        let kind = RetryWhenSink<Element, TriggerObservable.Element, Error>.kind
        return ClosureOperator(asObservable()) { source, downstream in
            RetryWhenSink<Element, TriggerObservable.Element, Error>.attach(source, kind, to: downstream) {
                notificationHandler($0).asObservable()
            }
        }
    }

    /// Subscribes to the source again when it has failed, with any error, and a source of triggers then emits;
    /// otherwise as the overload for one type of error.
    ///
    /// - Parameter notificationHandler: makes the source of triggers from the source of errors.
    @inlinable
    public func retry<TriggerObservable: ObservableType>(
        when notificationHandler: @escaping (Observable<Swift.Error>) -> TriggerObservable
    ) -> Observable<Element> {
        let kind = RetryWhenSink<Element, TriggerObservable.Element, Swift.Error>.kind
        return ClosureOperator(asObservable()) { source, downstream in
            RetryWhenSink<Element, TriggerObservable.Element, Swift.Error>.attach(source, kind, to: downstream) {
                notificationHandler($0).asObservable()
            }
        }
    }
}

/// The sink of one attempt.
@usableFromInline
final class RetryWhenSink<Element, Trigger, Failure: Swift.Error>: OperatorSink<Element, Element>, @unchecked Sendable {
    @inlinable
    static var kind: ConcatSink<Element>.Kind { ConcatSink.Kind { RetryWhenSink($0) } }

    @inlinable
    init(_ concatSink: ConcatSink<Element>) {
        super.init(concatSink, plain: true, receive: concatSink.relay)
    }

    @usableFromInline
    static func attach(
        _ source: Observable<Element>,
        _ kind: ConcatSink<Element>.Kind,
        to downstream: Sink<Element>,
        triggers: (Observable<Failure>) -> Observable<Trigger>
    ) {
        let triggerSubject = PublishSubject<Trigger>()
        var isFirst = true
        let attempts = SourceSequence<Element>(count: .max) {
            defer { isFirst = false }
            // The triggers may have ended since a trigger asked for this attempt: the thread that makes it was still
            // inside `subscribe` of the attempt before.
            return isFirst || triggerSubject.observers.terminal == nil ? source : nil
        }
        let concatSink = RetryingConcatSink(downstream, attempts, kind, triggerSubject)
        downstream.setUpstream(concatSink)
        triggers(concatSink.errors).subscribe(sink: concatSink.handled)
        concatSink.advance()
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        guard lifecycle.stop() else { return }
        downstream.use {
            let concatSink = $0.downcast(to: RetryingConcatSink.self)
            if let failure = error as? Failure { concatSink.attemptFailed(failure) } else { concatSink.error(error) }
        }
    }
}

extension RetryWhenSink {
    /// The `ConcatSink` of `retry(when:)`. It goes on to the next attempt when a trigger comes.
    fileprivate final class RetryingConcatSink: ConcatSink<Element>, @unchecked Sendable {
        /// The source of errors that the handler gets.
        let errors = PublishSubject<Failure>()

        /// Sends the triggers to the sink that waits after a failed attempt, and remembers how the triggers ended.
        private let triggers: PublishSubject<Trigger>

        /// The sink of the source that the handler returns.
        let handled: EventSink<Trigger>

        init(
            _ downstream: Sink<Element>,
            _ attempts: SourceSequence<Element>,
            _ kind: ConcatSink<Element>.Kind,
            _ triggers: PublishSubject<Trigger>
        ) {
            self.triggers = triggers
            handled = EventSink { triggers.on($0) }
            super.init(downstream, attempts, kind)
        }

        // The triggers have ended.
        override func sourcesEnded(_ lastError: Swift.Error?) {
            if case .error(let error) = triggers.observers.terminal { fail(error) } else { finish() }
        }

        // If the source was released without a terminal event, nothing else disposes the subscription to the triggers.
        deinit {
            handled.dispose()
        }

        override func nextPart() -> Held<DisposeBase>? {
            lifecycle.claim() ? Held(retaining: handled) : nil
        }

        /// Puts a sink that waits for a trigger in the place of the attempt, disposes the attempt, then sends the error
        /// to the handler.
        func attemptFailed(_ failure: Failure) {
            let trigger = TriggerSink(self)
            replaceUpstream(trigger)
            triggers.attach(trigger)
            errors.onNext(failure)
        }
    }

    /// Waits for one trigger. If the triggers end instead, the stream ends as they do.
    private final class TriggerSink: OperatorSink<Trigger, Element>, @unchecked Sendable {
        init(_ concatSink: ConcatSink<Element>) {
            super.init(concatSink, plain: true) { sink, _ in
                guard sink.lifecycle.stop() else { return }
                sink.downcast(to: TriggerSink.self).downstream.use {
                    $0.downcast(to: ConcatSink<Element>.self).advance()
                }
            }
        }

        override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? { nil }
    }
}
