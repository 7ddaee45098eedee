extension PrimitiveSequence {
    /// Goes on with the source that `handler` makes of the source's error; as `ObservableType.catch(_:)`.
    ///
    /// - **Fails** when the second source does, or with the error that `handler` throws.
    /// - **Thread**: `handler` is called, and the second source is subscribed to, on the thread that the source fails
    ///   on.
    ///
    /// - Parameter handler: makes, from the error, the source to go on with.
    @_alwaysEmitIntoClient
    public func `catch`(
        _ handler: @escaping (Swift.Error) throws -> PrimitiveSequence<Trait, Element>
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.catch { try handler($0).source })
    }

    /// Subscribes to the source again whenever it fails, up to a number of attempts; as `ObservableType.retry(_:)`.
    ///
    /// - Parameter maxAttemptCount: how many times to subscribe at most, including the first time; at least 0. If it is
    ///   0, the source is not subscribed to and the result completes at once; a `Single` then completes without its
    ///   element.
    @_alwaysEmitIntoClient
    public func retry(_ maxAttemptCount: Int) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.retry(maxAttemptCount))
    }

    /// Subscribes to the source again when it has failed and a source of triggers then emits; as
    /// `ObservableType.retry(when:)`.
    ///
    /// If the triggers complete after a failure, the result completes too; a `Single` then completes without its
    /// element.
    ///
    /// - Parameter notificationHandler: makes the source of triggers from the source of errors.
    @_alwaysEmitIntoClient
    public func retry<TriggerObservable: ObservableType, Error: Swift.Error>(
        when notificationHandler: @escaping (Observable<Error>) -> TriggerObservable
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.retry(when: notificationHandler))
    }

    /// Subscribes to the source again when it has failed, with any error, and a source of triggers then emits;
    /// otherwise as the overload for one type of error.
    ///
    /// - Parameter notificationHandler: makes the source of triggers from the source of errors.
    @_alwaysEmitIntoClient
    public func retry<TriggerObservable: ObservableType>(
        when notificationHandler: @escaping (Observable<Swift.Error>) -> TriggerObservable
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.retry(when: notificationHandler))
    }
}
