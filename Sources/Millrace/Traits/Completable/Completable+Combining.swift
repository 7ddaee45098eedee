extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Swift.Never {
    /// Runs this source, then a second one; as `ObservableType.concat(_:)`.
    ///
    /// - **Completes** when the second source does. The second source is subscribed to when the first has completed.
    /// - **Fails** when the current source does.
    /// - **Disposal** disposes the subscription to the current source. The subscription to the first source is disposed
    ///   before the second source is subscribed to.
    /// - **Thread**: the second source is subscribed to on the thread that the first completes on or, if the first is
    ///   still being subscribed to, on the thread that does so.
    ///
    /// - Parameter second: the source to go on with.
    public func concat(_ second: Completable) -> Completable {
        PrimitiveSequence(raw: primitiveSequence.source.concat(second.source))
    }

    /// Runs the sources in a sequence, one after the other; as `ObservableType.concat(_:)` of a sequence.
    ///
    /// - **Completes** when the last one does, at once if there are none.
    /// - **Fails** when the current source does; the sources after it are not subscribed to.
    /// - **Disposal** disposes the subscription to the current source. The subscription to each source is disposed
    ///   before the next source is subscribed to.
    /// - **Thread**: a source is subscribed to on the thread that the previous one completes on or, if the previous one is
    ///   still being subscribed to, on the thread that does so.
    ///
    /// - Parameter sequence: the sources; there may be infinitely many. Each subscription makes an iterator of its own.
    public static func concat<Sequence: Swift.Sequence>(_ sequence: Sequence) -> Completable
    where Sequence.Element == Completable {
        PrimitiveSequence(raw: .concat(sequence.lazy.map { $0.source }))
    }

    /// Runs the sources in a collection, one after the other; otherwise as `concat(_:)` of a sequence.
    ///
    /// - Parameter collection: the sources.
    public static func concat<Collection: Swift.Collection>(_ collection: Collection) -> Completable
    where Collection.Element == Completable {
        PrimitiveSequence(raw: .concat(collection.map { $0.source }))
    }

    /// Runs several sources, one after the other; otherwise as `concat(_:)` of a sequence.
    ///
    /// - Parameter sources: the sources.
    public static func concat(_ sources: Completable...) -> Completable {
        concat(sources)
    }

    /// Runs all sources in a collection at the same time.
    ///
    /// - **Completes** when all have, at once if there are none; they are subscribed to in their order.
    /// - **Fails** as soon as one of them does.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: completes or fails on the thread that sends the deciding event; if another thread is delivering at
    ///   that moment, on that thread.
    /// - **Complexity**: one allocation for each source.
    ///
    /// ```swift
    /// let (upload, backup) = (PublishSubject<Never>(), PublishSubject<Never>())
    /// let subscription = Completable.zip([upload.asCompletable(), backup.asCompletable()])
    ///     .subscribe(onCompleted: { print("both have completed") })
    /// upload.onCompleted()
    /// print("one has completed")
    /// backup.onCompleted()
    /// // one has completed
    /// // both have completed
    /// ```
    ///
    /// - Parameter sources: the sources.
    public static func zip<Collection: Swift.Collection>(_ sources: Collection) -> Completable
    where Collection.Element == Completable {
        PrimitiveSequence(raw: .merge(sources.map { $0.source }))
    }

    /// Runs all sources in an array at the same time; otherwise as `zip(_:)` of a collection.
    ///
    /// - Parameter sources: the sources to run.
    public static func zip(_ sources: [Completable]) -> Completable {
        PrimitiveSequence(raw: .merge(sources.map { $0.source }))
    }

    /// Runs several sources at the same time; otherwise as `zip(_:)` of a collection.
    ///
    /// - Parameter sources: the sources to run.
    public static func zip(_ sources: Completable...) -> Completable {
        zip(sources)
    }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Swift.Never {
    /// Goes on with a `Single` when this source has completed.
    ///
    /// - **Emits** the element of `second`. `second` is subscribed to when this source has completed.
    /// - **Fails** when the current source does; `second` is not subscribed to if this source fails.
    /// - **Disposal** disposes the subscription to the current source. The subscription to this source is disposed as
    ///   soon as `second` has been subscribed to.
    /// - **Thread**: `second` is subscribed to on the thread that this source completes on.
    /// - **Complexity**: O(1); three allocations for each subscription.
    ///
    /// ```swift
    /// let stored = Completable.empty().do(onCompleted: { print("stored") })
    /// let subscription = stored
    ///     .andThen(Single.just("receipt"))
    ///     .subscribe(onSuccess: { print($0) })
    /// // stored
    /// // receipt
    /// ```
    ///
    /// - Parameter second: the source to go on with.
    public func andThen<Element>(_ second: Single<Element>) -> Single<Element> {
        PrimitiveSequence(raw: andThen(second.source))
    }

    /// Goes on with a `Maybe` when this source has completed; otherwise as `andThen(_:)` of a `Single`.
    ///
    /// - Parameter second: the source to go on with.
    public func andThen<Element>(_ second: Maybe<Element>) -> Maybe<Element> {
        PrimitiveSequence(raw: andThen(second.source))
    }

    /// Goes on with another `Completable` when this source has completed; otherwise as `andThen(_:)` of a `Single`.
    ///
    /// - Parameter second: the source to go on with.
    public func andThen(_ second: Completable) -> Completable {
        PrimitiveSequence(raw: primitiveSequence.source.ifEmpty(switchTo: second.source))
    }

    /// Goes on with an observable when this source has completed; otherwise as `andThen(_:)` of a `Single`.
    ///
    /// - **Emits** the elements of `second`.
    /// - **Completes** when `second` does.
    ///
    /// - Parameter second: the source to go on with.
    public func andThen<Element>(_ second: Observable<Element>) -> Observable<Element> {
        // There is no element to map; this gives the source the type of what follows it.
        primitiveSequence.source.map { (element: Swift.Never) -> Element in }.ifEmpty(switchTo: second)
    }
}
