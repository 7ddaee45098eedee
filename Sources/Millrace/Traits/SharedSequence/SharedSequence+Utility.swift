extension SharedSequenceConvertibleType {
    /// Calls closures for the events that pass, and when the subscription to the source begins and ends; as
    /// `ObservableType.do`. The closures are called once for all subscribers.
    ///
    /// - Parameters:
    ///   - onNext: called before an element is passed on.
    ///   - afterNext: called after an element has been passed on.
    ///   - onCompleted: called before the completion is passed on.
    ///   - afterCompleted: called after the completion has been passed on.
    ///   - onSubscribe: called before the source is subscribed to.
    ///   - onSubscribed: called after the source has been subscribed to.
    ///   - onDispose: called when the source has completed, or the last subscriber has left.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    @_alwaysEmitIntoClient
    public func `do`(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        onNext: (@isolated(any) (Element) -> Void)?? = nil,
        afterNext: (@isolated(any) (Element) -> Void)?? = nil,
        onCompleted: (@isolated(any) () -> Void)?? = nil,
        afterCompleted: (@isolated(any) () -> Void)?? = nil,
        onSubscribe: (@isolated(any) () -> Void)?? = nil,
        onSubscribed: (@isolated(any) () -> Void)?? = nil,
        onDispose: (@isolated(any) () -> Void)?? = nil
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(
            asObservable().do(
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
    ///   - onDispose: called when the source has completed, or the last subscriber has left.
    @_disfavoredOverload
    @_alwaysEmitIntoClient
    public func `do`(
        onNext: ((Element) -> Void)?,
        afterNext: ((Element) -> Void)?,
        onCompleted: (() -> Void)?,
        afterCompleted: (() -> Void)?,
        onSubscribe: (() -> Void)?,
        onSubscribed: (() -> Void)?,
        onDispose: (() -> Void)?
    ) -> SharedSequence<SharingStrategy, Element> {
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

    /// Prints what happens in the subscription that all subscribers share to standard output; as
    /// `ObservableType.debug`.
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
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(
            asObservable().debug(identifier, trimOutput: trimOutput, file: file, line: line, function: function)
        )
    }
}

extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
    /// Combines each element with an object that is held weakly; as `ObservableType.withUnretained(_:resultSelector:)`.
    ///
    /// - Parameters:
    ///   - obj: the object.
    ///   - resultSelector: makes the result from the object and an element.
    @_alwaysEmitIntoClient
    public func withUnretained<Object: AnyObject, Out>(
        _ obj: Object,
        resultSelector: @escaping (Object, Element) -> Out
    ) -> SharedSequence<SharingStrategy, Out> {
        SharedSequence(asObservable().withUnretained(obj, resultSelector: resultSelector))
    }

    /// Emits pairs of an object, which is held weakly, and an element; as `ObservableType.withUnretained(_:)`.
    ///
    /// - Parameter obj: the object.
    @_alwaysEmitIntoClient
    public func withUnretained<Object: AnyObject>(_ obj: Object) -> SharedSequence<SharingStrategy, (Object, Element)> {
        SharedSequence(asObservable().withUnretained(obj))
    }
}
