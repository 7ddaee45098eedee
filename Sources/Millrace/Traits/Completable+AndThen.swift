extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Swift.Never {
    /// Goes on with a `Single` when this source has completed.
    ///
    /// - **Emits** the element of `second`, which is subscribed to when this source has completed.
    /// - **Fails** when the present source does; `second` is not subscribed to if this source fails.
    /// - **Disposal** disposes the present source's subscription. This source's is disposed as soon as `second` has been
    ///   subscribed to.
    /// - **Thread**: `second` is subscribed to on the thread that this source completes on.
    /// - **Complexity**: O(1); three allocations for each subscription.
    public func andThen<Element>(_ second: Single<Element>) -> Single<Element> {
        PrimitiveSequence(raw: andThen(second.source))
    }

    /// Goes on with a `Maybe` when this source has completed; otherwise as `andThen(_:)` of a `Single`.
    public func andThen<Element>(_ second: Maybe<Element>) -> Maybe<Element> {
        PrimitiveSequence(raw: andThen(second.source))
    }

    /// Goes on with another `Completable` when this source has completed; otherwise as `andThen(_:)` of a `Single`.
    public func andThen(_ second: Completable) -> Completable {
        PrimitiveSequence(raw: primitiveSequence.source.ifEmpty(switchTo: second.source))
    }

    /// Goes on with an observable when this source has completed; otherwise as `andThen(_:)` of a `Single`.
    ///
    /// - **Emits** the elements of `second`.
    /// - **Completes** when `second` does.
    public func andThen<Element>(_ second: Observable<Element>) -> Observable<Element> {
        // There is no element to map; this gives the source the type of what follows it.
        primitiveSequence.source.map { (element: Swift.Never) -> Element in }.ifEmpty(switchTo: second)
    }
}
