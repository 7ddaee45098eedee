extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Swift.Never {
    /// Calls `observer` with the error or the completion.
    ///
    /// - Parameter observer: called once at most, on the thread that ends the source.
    /// - Returns: the subscription.
    public func subscribe(_ observer: @escaping (CompletableEvent) -> Void) -> Disposable {
        return primitiveSequence.asObservable().subscribe { event in
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
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription.
    public func subscribe(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        onCompleted: (@isolated(any) () -> Void)? = nil,
        onError: (@isolated(any) (Swift.Error) -> Void)? = nil,
        onDisposed: (@isolated(any) () -> Void)? = nil
    ) -> Disposable {
        let site = CallSite("subscribe(onCompleted:)", fileID, line)
        let onCompleted = site.plain(onCompleted)
        let onError = site.plain(onError)
        let onDisposed = site.plain(onDisposed)
        return primitiveSequence.asObservable().subscribePlain(
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
        onCompleted: (@isolated(any) () -> Void)?,
        onError: (@isolated(any) (Swift.Error) -> Void)?,
        onDisposed: (@isolated(any) () -> Void)?
    ) -> Disposable {
        primitiveSequence.asObservable().subscribe(
            fileID: "(unknown)",
            line: 0,
            onError: onError,
            onCompleted: onCompleted,
            onDisposed: onDisposed
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
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription.
    public func subscribe<Object: AnyObject>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        with object: Object,
        onCompleted: (@isolated(any) (Object) -> Void)? = nil,
        onError: (@isolated(any) (Object, Swift.Error) -> Void)? = nil,
        onDisposed: (@isolated(any) (Object) -> Void)? = nil
    ) -> Disposable {
        let site = CallSite("subscribe(with:onCompleted:)", fileID, line)
        let onCompleted = site.plain(onCompleted)
        let onError = site.plain(onError)
        let onDisposed = site.plain(onDisposed)
        return primitiveSequence.asObservable().subscribePlain(
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
        onCompleted: (@isolated(any) (Object) -> Void)?,
        onError: (@isolated(any) (Object, Swift.Error) -> Void)?,
        onDisposed: (@isolated(any) (Object) -> Void)?
    ) -> Disposable {
        subscribe(
            fileID: "(unknown)",
            line: 0,
            with: object,
            onCompleted: onCompleted,
            onError: onError,
            onDisposed: onDisposed
        )
    }
}
