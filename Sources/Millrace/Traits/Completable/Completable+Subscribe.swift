extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Swift.Never {
    /// Calls `observer` with the error or the completion.
    ///
    /// - Parameter observer: called once at most, on the thread that ends the source.
    /// - Returns: the subscription.
    public func subscribe(_ observer: @escaping (CompletableEvent) -> Void) -> Disposable {
        primitiveSequence.asObservable().subscribe { event in
            switch event {
            case .error(let error): observer(.error(error))
            case .completed: observer(.completed)
            }
        }
    }

    /// Calls a closure at the completion, or another one with the error.
    ///
    /// An error without `onError` goes to `Hooks.defaultErrorHandler`, together with the place of this call.
    ///
    /// - Parameters:
    ///   - onCompleted: called if the source ends, on the thread that ends it.
    ///   - onError: called with the error.
    ///   - onDisposed: called once, after one of the closures above, or when the subscription is disposed.
    /// - Returns: the subscription.
    public func subscribe(
        onCompleted: (() -> Void)? = nil,
        onError: ((Swift.Error) -> Void)? = nil,
        onDisposed: (() -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Disposable {
        primitiveSequence.asObservable().subscribe(
            onError: onError,
            onCompleted: onCompleted,
            onDisposed: onDisposed,
            fileID: fileID,
            line: line
        )
    }

    /// Calls a closure for each kind of event; the form to use as a function value.
    @_disfavoredOverload
    public func subscribe(
        onCompleted: (() -> Void)? = nil,
        onError: ((Swift.Error) -> Void)? = nil,
        onDisposed: (() -> Void)? = nil
    ) -> Disposable {
        primitiveSequence.asObservable().subscribe(
            onError: onError,
            onCompleted: onCompleted,
            onDisposed: onDisposed,
            fileID: "(unknown)",
            line: 0
        )
    }

    /// Calls a closure for each kind of event, together with `object`, which is held weakly.
    ///
    /// While `object` lives, its closures are called with it; once it is gone, they are not called any more.
    ///
    /// - Parameters:
    ///   - object: the object that is handed to the closures.
    ///   - onCompleted: called if the source ends, on the thread that ends it.
    ///   - onError: called with the error; without it, the error goes to `Hooks.defaultErrorHandler`.
    ///   - onDisposed: called once, after one of the closures above, or when the subscription is disposed.
    /// - Returns: the subscription.
    public func subscribe<Object: AnyObject>(
        with object: Object,
        onCompleted: ((Object) -> Void)? = nil,
        onError: ((Object, Swift.Error) -> Void)? = nil,
        onDisposed: ((Object) -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Disposable {
        primitiveSequence.asObservable().subscribe(
            with: object,
            onError: onError,
            onCompleted: onCompleted,
            onDisposed: onDisposed,
            fileID: fileID,
            line: line
        )
    }

    /// Calls a closure for each kind of event, together with `object`; the form to use as a function value.
    @_disfavoredOverload
    public func subscribe<Object: AnyObject>(
        with object: Object,
        onCompleted: ((Object) -> Void)? = nil,
        onError: ((Object, Swift.Error) -> Void)? = nil,
        onDisposed: ((Object) -> Void)? = nil
    ) -> Disposable {
        subscribe(
            with: object,
            onCompleted: onCompleted,
            onError: onError,
            onDisposed: onDisposed,
            fileID: "(unknown)",
            line: 0
        )
    }
}
