extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// Calls closures beside the events that pass, and when the subscription begins and ends; as `ObservableType.do`.
    ///
    /// - **Emits** the element between `onNext` and `afterNext`.
    /// - **Completes** when the source does, between `onCompleted` and `afterCompleted`.
    /// - **Fails** when the source does, or with the error that a closure throws before the event that it is called for.
    /// - **Disposal** disposes the source's subscription, then calls `onDispose`; once, and not before `onSubscribed`.
    /// - **Thread**: closures are called on the thread of the event, `onSubscribe` and `onSubscribed` on the one that
    ///   subscribes.
    ///
    /// - Parameters:
    ///   - onNext: called before the element is passed on.
    ///   - afterNext: called after it has been.
    ///   - onError: called before an error is passed on.
    ///   - afterError: called after it has been.
    ///   - onCompleted: called before the end is passed on; also the one that follows the element.
    ///   - afterCompleted: called after it has been.
    ///   - onSubscribe: called before the source is subscribed to.
    ///   - onSubscribed: called after it has been.
    ///   - onDispose: called when the source has failed or ended, or the subscription is disposed.
    @preconcurrency
    @inlinable
    public func `do`(
        onNext: (@Sendable (Element) throws -> Void)? = nil,
        afterNext: (@Sendable (Element) throws -> Void)? = nil,
        onError: (@Sendable (Swift.Error) throws -> Void)? = nil,
        afterError: (@Sendable (Swift.Error) throws -> Void)? = nil,
        onCompleted: (@Sendable () throws -> Void)? = nil,
        afterCompleted: (@Sendable () throws -> Void)? = nil,
        onSubscribe: (@Sendable () -> Void)? = nil,
        onSubscribed: (@Sendable () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil
    ) -> Maybe<Element> {
        PrimitiveSequence(
            raw: primitiveSequence.source.do(
                onNext: onNext,
                afterNext: afterNext,
                onError: onError,
                afterError: afterError,
                onCompleted: onCompleted,
                afterCompleted: afterCompleted,
                onSubscribe: onSubscribe,
                onSubscribed: onSubscribed,
                onDispose: onDispose
            )
        )
    }

    /// Emits `default` if the source completes without an element; as `ObservableType.ifEmpty(default:)`.
    @inlinable
    public func ifEmpty(default: Element) -> Single<Element> {
        PrimitiveSequence(raw: primitiveSequence.source.ifEmpty(default: `default`))
    }

    /// Goes on with `other` if the source completes without an element; as `ObservableType.ifEmpty(switchTo:)`.
    @inlinable
    public func ifEmpty(switchTo other: Maybe<Element>) -> Maybe<Element> {
        PrimitiveSequence(raw: primitiveSequence.source.ifEmpty(switchTo: other.source))
    }

    /// Goes on with `other` if the source completes without an element, so that there is one in any case; as
    /// `ObservableType.ifEmpty(switchTo:)`.
    @inlinable
    public func ifEmpty(switchTo other: Single<Element>) -> Single<Element> {
        PrimitiveSequence(raw: primitiveSequence.source.ifEmpty(switchTo: other.source))
    }

    /// Emits `element` in place of the source's error; as `ObservableType.catchAndReturn(_:)`.
    @inlinable
    public func catchAndReturn(_ element: Element) -> Maybe<Element> {
        PrimitiveSequence(raw: primitiveSequence.source.catchAndReturn(element))
    }
}
