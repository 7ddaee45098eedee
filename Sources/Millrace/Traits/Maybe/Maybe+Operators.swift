extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// Emits the element if `predicate` is true for it; as `ObservableType.filter(_:)`.
    ///
    /// - **Completes** without an element if `predicate` is false, or the source completes without one.
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
    ) -> Maybe<Result> {
        PrimitiveSequence(raw: primitiveSequence.source.map(transform))
    }

    /// Emits what `transform` makes of the element, unless that is `nil`; as `ObservableType.compactMap(_:)`.
    ///
    /// - **Completes** without an element if `transform` returns `nil`, or the source completes without one.
    /// - **Fails** when the source does, or with the error that `transform` throws.
    ///
    /// - Parameter transform: makes the result from the element, or `nil`.
    @_alwaysEmitIntoClient
    public func compactMap<Result>(
        _ transform: @escaping (Element) throws -> Result?
    ) -> Maybe<Result> {
        PrimitiveSequence(raw: primitiveSequence.source.compactMap(transform))
    }

    /// Goes on with the `Maybe` that `selector` makes of the element, if there is one; as `ObservableType.flatMap(_:)`.
    ///
    /// - **Emits** the second source's element, if it has one, and **completes** once both have.
    /// - **Fails** when one of the two does, or with the error that `selector` throws.
    /// - **Disposal** disposes the subscriptions to both.
    /// - **Thread**: `selector` is called on the thread that the source emits on.
    ///
    /// - Parameter selector: makes the second source from the element.
    @_alwaysEmitIntoClient
    public func flatMap<Result>(
        _ selector: @escaping (Element) throws -> Maybe<Result>
    ) -> Maybe<Result> {
        PrimitiveSequence(raw: primitiveSequence.source.flatMap(selector))
    }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// Calls closures for the events that pass, and when the subscription begins and ends; as `ObservableType.do`.
    ///
    /// - **Emits** the element between `onNext` and `afterNext`.
    /// - **Completes** when the source does, between `onCompleted` and `afterCompleted`.
    /// - **Fails** when the source does, or with the error that a closure throws before an event is passed on.
    /// - **Disposal** disposes the source's subscription, then calls `onDispose`, once and not before `onSubscribed`.
    /// - **Thread**: `onSubscribe` and `onSubscribed` are called on the thread that subscribes, the other closures on
    ///   the thread of the event.
    ///
    /// - Parameters:
    ///   - onNext: called before the element is passed on.
    ///   - afterNext: called after the element has been passed on.
    ///   - onError: called before an error is passed on.
    ///   - afterError: called after the error has been passed on.
    ///   - onCompleted: called before the completion is passed on, also before the completion that follows the element.
    ///   - afterCompleted: called after the completion has been passed on.
    ///   - onSubscribe: called before the source is subscribed to.
    ///   - onSubscribed: called after the source has been subscribed to.
    ///   - onDispose: called when the source has failed or completed, or the subscription is disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    @_alwaysEmitIntoClient
    public func `do`(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        onNext: (@isolated(any) (Element) throws -> Void)?? = nil,
        afterNext: (@isolated(any) (Element) throws -> Void)?? = nil,
        onError: (@isolated(any) (Swift.Error) throws -> Void)?? = nil,
        afterError: (@isolated(any) (Swift.Error) throws -> Void)?? = nil,
        onCompleted: (@isolated(any) () throws -> Void)?? = nil,
        afterCompleted: (@isolated(any) () throws -> Void)?? = nil,
        onSubscribe: (@isolated(any) () -> Void)?? = nil,
        onSubscribed: (@isolated(any) () -> Void)?? = nil,
        onDispose: (@isolated(any) () -> Void)?? = nil
    ) -> Maybe<Element> {
        PrimitiveSequence(
            raw: primitiveSequence.source.do(
                fileID: fileID,
                line: line,
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

    /// Calls closures for the events that pass; otherwise as the overload that has default arguments. This one has
    /// none, so it can be used as a function value.
    ///
    /// - Parameters:
    ///   - onNext: called before the element is passed on.
    ///   - afterNext: called after the element has been passed on.
    ///   - onError: called before an error is passed on.
    ///   - afterError: called after the error has been passed on.
    ///   - onCompleted: called before the completion is passed on, also before the completion that follows the element.
    ///   - afterCompleted: called after the completion has been passed on.
    ///   - onSubscribe: called before the source is subscribed to.
    ///   - onSubscribed: called after the source has been subscribed to.
    ///   - onDispose: called when the source has failed or completed, or the subscription is disposed.
    @_disfavoredOverload
    @_alwaysEmitIntoClient
    public func `do`(
        onNext: ((Element) throws -> Void)?,
        afterNext: ((Element) throws -> Void)?,
        onError: ((Swift.Error) throws -> Void)?,
        afterError: ((Swift.Error) throws -> Void)?,
        onCompleted: (() throws -> Void)?,
        afterCompleted: (() throws -> Void)?,
        onSubscribe: (() -> Void)?,
        onSubscribed: (() -> Void)?,
        onDispose: (() -> Void)?
    ) -> Maybe<Element> {
        self.do(
            fileID: "(unknown)",
            line: 0,
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
    }

    /// Emits `default` if the source completes without an element; as `ObservableType.ifEmpty(default:)`.
    ///
    /// - Parameter default: what to emit if there is no element.
    @_alwaysEmitIntoClient
    public func ifEmpty(default: Element) -> Single<Element> {
        PrimitiveSequence(raw: primitiveSequence.source.ifEmpty(default: `default`))
    }

    /// Goes on with `other` if the source completes without an element; as `ObservableType.ifEmpty(switchTo:)`.
    ///
    /// - Parameter other: the source to go on with.
    @_alwaysEmitIntoClient
    public func ifEmpty(switchTo other: Maybe<Element>) -> Maybe<Element> {
        PrimitiveSequence(raw: primitiveSequence.source.ifEmpty(switchTo: other.source))
    }

    /// Goes on with `other`, which always has an element, if the source completes without one; as
    /// `ObservableType.ifEmpty(switchTo:)`.
    ///
    /// - Parameter other: the source to go on with.
    @_alwaysEmitIntoClient
    public func ifEmpty(switchTo other: Single<Element>) -> Single<Element> {
        PrimitiveSequence(raw: primitiveSequence.source.ifEmpty(switchTo: other.source))
    }

    /// Emits `element` in place of the source's error; as `ObservableType.catchAndReturn(_:)`.
    ///
    /// - Parameter element: what to emit if the source fails.
    @_alwaysEmitIntoClient
    public func catchAndReturn(_ element: Element) -> Maybe<Element> {
        PrimitiveSequence(raw: primitiveSequence.source.catchAndReturn(element))
    }
}
