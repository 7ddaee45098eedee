extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Emits the element if `predicate` is true for it; as `ObservableType.filter(_:)`.
    ///
    /// - **Completes** without an element if `predicate` is false.
    /// - **Fails** when the source does, or with the error that `predicate` throws.
    ///
    /// - Parameter predicate: says whether the element is emitted.
    @_alwaysEmitIntoClient
    public func filter(
        _ predicate: @escaping (Element) throws -> Bool
    ) -> Maybe<Element> {
        PrimitiveSequence(raw: primitiveSequence.source.filter(predicate))
    }

    /// Emits what `transform` makes of the element; as `ObservableType.map(_:)`.
    ///
    /// - **Fails** when the source does, or with the error that `transform` throws.
    ///
    /// - Parameter transform: makes the result from the element.
    @_alwaysEmitIntoClient
    public func map<Result>(
        _ transform: @escaping (Element) throws -> Result
    ) -> Single<Result> {
        PrimitiveSequence(raw: primitiveSequence.source.map(transform))
    }

    /// Emits what `transform` makes of the element, unless that is `nil`; as `ObservableType.compactMap(_:)`.
    ///
    /// - **Completes** without an element if `transform` returns `nil`.
    /// - **Fails** when the source does, or with the error that `transform` throws.
    ///
    /// - Parameter transform: makes the result from the element, or `nil`.
    @_alwaysEmitIntoClient
    public func compactMap<Result>(
        _ transform: @escaping (Element) throws -> Result?
    ) -> Maybe<Result> {
        PrimitiveSequence(raw: primitiveSequence.source.compactMap(transform))
    }

    /// Goes on with the `Single` that `selector` makes of the element; as `ObservableType.flatMap(_:)`.
    ///
    /// - **Emits** the second source's element.
    /// - **Fails** when one of the two does, or with the error that `selector` throws.
    /// - **Disposal** disposes the subscriptions to both.
    /// - **Thread**: `selector` is called on the thread that the source emits on.
    ///
    /// - Parameter selector: makes the second source from the element.
    @_alwaysEmitIntoClient
    public func flatMap<Result>(
        _ selector: @escaping (Element) throws -> Single<Result>
    ) -> Single<Result> {
        PrimitiveSequence(raw: primitiveSequence.source.flatMap(selector))
    }

    /// Goes on with the `Maybe` that `selector` makes of the element; as `ObservableType.flatMap(_:)`.
    ///
    /// - **Emits** the second source's element, if it has one, and **completes** once both have.
    /// - **Fails** when one of the two does, or with the error that `selector` throws.
    /// - **Disposal** disposes the subscriptions to both.
    /// - **Thread**: `selector` is called on the thread that the source emits on.
    ///
    /// ```swift
    /// func discount(_ customer: String) -> Maybe<Int> { customer == "Ada" ? .just(10) : .empty() }
    /// let subscription = Single.just("Grace")
    ///     .flatMapMaybe { discount($0) }
    ///     .subscribe(onSuccess: { print("\($0) %") }, onCompleted: { print("no discount") })
    /// // no discount
    /// ```
    ///
    /// - Parameter selector: makes the second source from the element.
    @_alwaysEmitIntoClient
    public func flatMapMaybe<Result>(
        _ selector: @escaping (Element) throws -> Maybe<Result>
    ) -> Maybe<Result> {
        PrimitiveSequence(raw: primitiveSequence.source.flatMap(selector))
    }

    /// Goes on with the `Completable` that `selector` makes of the element; as `ObservableType.flatMap(_:)`.
    ///
    /// - **Completes** when both have.
    /// - **Fails** when one of the two does, or with the error that `selector` throws.
    /// - **Disposal** disposes the subscriptions to both.
    /// - **Thread**: `selector` is called on the thread that the source emits on.
    ///
    /// ```swift
    /// func store(_ note: String) -> Completable { .empty().do(onSubscribe: { print("storing \(note)") }) }
    /// let subscription = Single.just("note 1")
    ///     .flatMapCompletable { store($0) }
    ///     .subscribe(onCompleted: { print("stored") })
    /// // storing note 1
    /// // stored
    /// ```
    ///
    /// - Parameter selector: makes the second source from the element.
    @_alwaysEmitIntoClient
    public func flatMapCompletable(
        _ selector: @escaping (Element) throws -> Completable
    ) -> Completable {
        PrimitiveSequence(raw: primitiveSequence.source.flatMap(selector))
    }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Calls closures for the event that passes, and when the subscription begins and ends; as `ObservableType.do`.
    ///
    /// - **Emits** the element between `onSuccess` and `afterSuccess`.
    /// - **Fails** when the source does, or with the error that a closure throws before an event is passed on.
    /// - **Disposal** disposes the source's subscription, then calls `onDispose`, once and not before `onSubscribed`.
    /// - **Thread**: `onSubscribe` and `onSubscribed` are called on the thread that subscribes, the other closures on
    ///   the thread of the event.
    ///
    /// - Parameters:
    ///   - onSuccess: called before the element is passed on.
    ///   - afterSuccess: called after the element has been passed on, before the completion that goes with it.
    ///   - onError: called before an error is passed on.
    ///   - afterError: called after the error has been passed on.
    ///   - onSubscribe: called before the source is subscribed to.
    ///   - onSubscribed: called after the source has been subscribed to.
    ///   - onDispose: called when the source has sent its event, or the subscription is disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    @_alwaysEmitIntoClient
    public func `do`(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        onSuccess: (@isolated(any) (Element) throws -> Void)?? = nil,
        afterSuccess: (@isolated(any) (Element) throws -> Void)?? = nil,
        onError: (@isolated(any) (Swift.Error) throws -> Void)?? = nil,
        afterError: (@isolated(any) (Swift.Error) throws -> Void)?? = nil,
        onSubscribe: (@isolated(any) () -> Void)?? = nil,
        onSubscribed: (@isolated(any) () -> Void)?? = nil,
        onDispose: (@isolated(any) () -> Void)?? = nil
    ) -> Single<Element> {
        PrimitiveSequence(
            raw: primitiveSequence.source.do(
                fileID: fileID,
                line: line,
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

    /// Calls closures for the events that pass; otherwise as the overload that has default arguments. This one has
    /// none, so it can be used as a function value.
    ///
    /// - Parameters:
    ///   - onSuccess: called before the element is passed on.
    ///   - afterSuccess: called after the element has been passed on, before the completion that goes with it.
    ///   - onError: called before an error is passed on.
    ///   - afterError: called after the error has been passed on.
    ///   - onSubscribe: called before the source is subscribed to.
    ///   - onSubscribed: called after the source has been subscribed to.
    ///   - onDispose: called when the source has sent its event, or the subscription is disposed.
    @_disfavoredOverload
    @_alwaysEmitIntoClient
    public func `do`(
        onSuccess: ((Element) throws -> Void)?,
        afterSuccess: ((Element) throws -> Void)?,
        onError: ((Swift.Error) throws -> Void)?,
        afterError: ((Swift.Error) throws -> Void)?,
        onSubscribe: (() -> Void)?,
        onSubscribed: (() -> Void)?,
        onDispose: (() -> Void)?
    ) -> Single<Element> {
        self.do(
            fileID: "(unknown)",
            line: 0,
            onSuccess: onSuccess,
            afterSuccess: afterSuccess,
            onError: onError,
            afterError: afterError,
            onSubscribe: onSubscribe,
            onSubscribed: onSubscribed,
            onDispose: onDispose
        )
    }

    /// Emits `element` in place of the source's error; as `ObservableType.catchAndReturn(_:)`.
    ///
    /// - Parameter element: what to emit if the source fails.
    @_alwaysEmitIntoClient
    public func catchAndReturn(_ element: Element) -> Single<Element> {
        PrimitiveSequence(raw: primitiveSequence.source.catchAndReturn(element))
    }

    /// This source, typed as a source that may have no element.
    ///
    /// ```swift
    /// let cached = Maybe<String>.empty()
    /// let fetched = Single.just("fetched")
    /// let subscription = cached
    ///     .ifEmpty(switchTo: fetched.asMaybe())
    ///     .subscribe(onSuccess: { print($0) })
    /// // fetched
    /// ```
    public func asMaybe() -> Maybe<Element> {
        PrimitiveSequence(raw: primitiveSequence.source)
    }

    /// This source without its element: where the element would come, the result completes.
    ///
    /// ```swift
    /// let subscription = Single.just("answer")
    ///     .asCompletable()
    ///     .subscribe(onCompleted: { print("completed") })
    /// // completed
    /// ```
    public func asCompletable() -> Completable {
        primitiveSequence.source.ignoreElements().asCompletable()
    }
}
