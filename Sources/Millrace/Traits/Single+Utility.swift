extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Calls closures beside the event that passes, and when the subscription begins and ends; as `ObservableType.do`.
    ///
    /// - **Emits** the element between `onSuccess` and `afterSuccess`.
    /// - **Fails** when the source does, or with the error that a closure throws before the event that it is called for.
    /// - **Disposal** disposes the source's subscription, then calls `onDispose`; once, and not before `onSubscribed`.
    /// - **Thread**: closures are called on the thread of the event, `onSubscribe` and `onSubscribed` on the one that
    ///   subscribes.
    ///
    /// - Parameters:
    ///   - onSuccess: called before the element is passed on.
    ///   - afterSuccess: called after it has been, before the completion that goes with it.
    ///   - onError: called before an error is passed on.
    ///   - afterError: called after it has been.
    ///   - onSubscribe: called before the source is subscribed to.
    ///   - onSubscribed: called after it has been.
    ///   - onDispose: called when the source has sent its event, or the subscription is disposed.
    @preconcurrency
    @inlinable
    public func `do`(
        onSuccess: (@Sendable (Element) throws -> Void)? = nil,
        afterSuccess: (@Sendable (Element) throws -> Void)? = nil,
        onError: (@Sendable (Swift.Error) throws -> Void)? = nil,
        afterError: (@Sendable (Swift.Error) throws -> Void)? = nil,
        onSubscribe: (@Sendable () -> Void)? = nil,
        onSubscribed: (@Sendable () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil
    ) -> Single<Element> {
        PrimitiveSequence(
            raw: primitiveSequence.source.do(
                onNext: onSuccess,
                afterNext: afterSuccess,
                onError: onError,
                afterError: afterError,
                onSubscribe: onSubscribe,
                onSubscribed: onSubscribed,
                onDispose: onDispose
            )
        )
    }

    /// Emits `element` in place of the source's error; as `ObservableType.catchAndReturn(_:)`.
    @inlinable
    public func catchAndReturn(_ element: Element) -> Single<Element> {
        PrimitiveSequence(raw: primitiveSequence.source.catchAndReturn(element))
    }

    /// This source, as one that might have had no element.
    public func asMaybe() -> Maybe<Element> {
        PrimitiveSequence(raw: primitiveSequence.source)
    }

    /// This source without its element: completes where that would come.
    public func asCompletable() -> Completable {
        primitiveSequence.source.ignoreElements().asCompletable()
    }
}
