extension Infallible {
    /// Calls closures for the events that pass, and when the subscription begins and ends; as `ObservableType.do`.
    ///
    /// - **Completes** when the source does.
    /// - **Fails** only if a closure throws before an event is passed on, which breaks the promise.
    /// - **Disposal** disposes the source's subscription, then calls `onDispose`, once, after `onSubscribed`.
    /// - **Thread**: `onSubscribe` and `onSubscribed` are called on the thread that subscribes, the other closures on
    ///   the thread of the event.
    ///
    /// - Parameters:
    ///   - onNext: called before an element is passed on.
    ///   - afterNext: called after an element has been passed on.
    ///   - onCompleted: called before the completion is passed on.
    ///   - afterCompleted: called after the completion has been passed on.
    ///   - onSubscribe: called before the source is subscribed to.
    ///   - onSubscribed: called after the source has been subscribed to.
    ///   - onDispose: called when the source has completed, or the subscription is disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    @_alwaysEmitIntoClient
    public func `do`(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        onNext: (@isolated(any) (Element) throws -> Void)?? = nil,
        afterNext: (@isolated(any) (Element) throws -> Void)?? = nil,
        onCompleted: (@isolated(any) () throws -> Void)?? = nil,
        afterCompleted: (@isolated(any) () throws -> Void)?? = nil,
        onSubscribe: (@isolated(any) () -> Void)?? = nil,
        onSubscribed: (@isolated(any) () -> Void)?? = nil,
        onDispose: (@isolated(any) () -> Void)?? = nil
    ) -> Infallible<Element> {
        Infallible(
            source.do(
                fileID: fileID,
                line: line,
                onNext: onNext,
                afterNext: afterNext,
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
    ///   - onNext: called before an element is passed on.
    ///   - afterNext: called after an element has been passed on.
    ///   - onCompleted: called before the completion is passed on.
    ///   - afterCompleted: called after the completion has been passed on.
    ///   - onSubscribe: called before the source is subscribed to.
    ///   - onSubscribed: called after the source has been subscribed to.
    ///   - onDispose: called when the source has completed, or the subscription is disposed.
    @_disfavoredOverload
    @_alwaysEmitIntoClient
    public func `do`(
        onNext: ((Element) throws -> Void)?,
        afterNext: ((Element) throws -> Void)?,
        onCompleted: (() throws -> Void)?,
        afterCompleted: (() throws -> Void)?,
        onSubscribe: (() -> Void)?,
        onSubscribed: (() -> Void)?,
        onDispose: (() -> Void)?
    ) -> Infallible<Element> {
        self.do(
            fileID: "(unknown)",
            line: 0,
            onNext: onNext,
            afterNext: afterNext,
            onCompleted: onCompleted,
            afterCompleted: afterCompleted,
            onSubscribe: onSubscribe,
            onSubscribed: onSubscribed,
            onDispose: onDispose
        )
    }
}

extension InfallibleType {
    /// Shares one subscription to this sequence among all subscribers; as `ObservableType.share(replay:scope:)`.
    ///
    /// - Parameters:
    ///   - replay: how many elements to replay to a new subscriber at most, at least 0.
    ///   - scope: what a new subscriber gets after the others have left or the sequence has ended.
    @_alwaysEmitIntoClient
    public func share(replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected) -> Infallible<Element> {
        Infallible(asObservable().share(replay: replay, scope: scope))
    }

    /// Combines each element with an object that is held weakly; as `ObservableType.withUnretained(_:resultSelector:)`.
    ///
    /// - Parameters:
    ///   - obj: the object.
    ///   - resultSelector: makes the result from the object and an element.
    @_alwaysEmitIntoClient
    public func withUnretained<Object: AnyObject, Out>(
        _ obj: Object,
        resultSelector: @escaping (Object, Element) -> Out
    ) -> Infallible<Out> {
        Infallible(asObservable().withUnretained(obj, resultSelector: resultSelector))
    }

    /// Emits pairs of an object, which is held weakly, and an element; as `ObservableType.withUnretained(_:)`.
    ///
    /// - Parameter obj: the object.
    @_alwaysEmitIntoClient
    public func withUnretained<Object: AnyObject>(_ obj: Object) -> Infallible<(Object, Element)> {
        Infallible(asObservable().withUnretained(obj))
    }

    /// Prints what happens in each subscription to standard output; as `ObservableType.debug`.
    ///
    /// - Parameters:
    ///   - identifier: what lines begin with; if it is `nil`, the place of this call.
    ///   - trimOutput: whether an event whose text is longer than 40 characters is cut to the first and last 20.
    ///   - file: the file that the call is in.
    ///   - line: the line that it is on.
    ///   - function: the function that it is in.
    public func debug(
        _ identifier: String? = nil,
        trimOutput: Bool = false,
        file: String = #file,
        line: UInt = #line,
        function: String = #function
    ) -> Infallible<Element> {
        Infallible(
            asObservable().debug(identifier, trimOutput: trimOutput, file: file, line: line, function: function)
        )
    }
}
