extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Swift.Never {
    /// Calls closures for the event that passes, and when the subscription begins and ends; as `ObservableType.do`.
    ///
    /// - **Completes** when the source does, between `onCompleted` and `afterCompleted`.
    /// - **Fails** when the source does, or with the error that a closure throws before an event is passed on.
    /// - **Disposal** disposes the source's subscription, then calls `onDispose`, once and not before `onSubscribed`.
    /// - **Thread**: `onSubscribe` and `onSubscribed` are called on the thread that subscribes, the other closures on
    ///   the thread of the event.
    ///
    /// - Parameters:
    ///   - onError: called before an error is passed on.
    ///   - afterError: called after the error has been passed on.
    ///   - onCompleted: called before the completion is passed on.
    ///   - afterCompleted: called after the completion has been passed on.
    ///   - onSubscribe: called before the source is subscribed to.
    ///   - onSubscribed: called after the source has been subscribed to.
    ///   - onDispose: called when the source has failed or completed, or the subscription is disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    public func `do`(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        onError: (@isolated(any) (Swift.Error) throws -> Void)?? = nil,
        afterError: (@isolated(any) (Swift.Error) throws -> Void)?? = nil,
        onCompleted: (@isolated(any) () throws -> Void)?? = nil,
        afterCompleted: (@isolated(any) () throws -> Void)?? = nil,
        onSubscribe: (@isolated(any) () -> Void)?? = nil,
        onSubscribed: (@isolated(any) () -> Void)?? = nil,
        onDispose: (@isolated(any) () -> Void)?? = nil
    ) -> Completable {
        PrimitiveSequence(
            raw: primitiveSequence.source.do(
                fileID: fileID,
                line: line,
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
    ///   - onError: called before an error is passed on.
    ///   - afterError: called after the error has been passed on.
    ///   - onCompleted: called before the completion is passed on.
    ///   - afterCompleted: called after the completion has been passed on.
    ///   - onSubscribe: called before the source is subscribed to.
    ///   - onSubscribed: called after the source has been subscribed to.
    ///   - onDispose: called when the source has failed or completed, or the subscription is disposed.
    @_disfavoredOverload
    public func `do`(
        onError: ((Swift.Error) throws -> Void)?,
        afterError: ((Swift.Error) throws -> Void)?,
        onCompleted: (() throws -> Void)?,
        afterCompleted: (() throws -> Void)?,
        onSubscribe: (() -> Void)?,
        onSubscribed: (() -> Void)?,
        onDispose: (() -> Void)?
    ) -> Completable {
        self.do(
            fileID: "(unknown)",
            line: 0,
            onError: onError,
            afterError: afterError,
            onCompleted: onCompleted,
            afterCompleted: afterCompleted,
            onSubscribe: onSubscribe,
            onSubscribed: onSubscribed,
            onDispose: onDispose
        )
    }
}
