extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Calls `observer` with the element or the error.
    ///
    /// - Parameter observer: called once at most, on the thread that emits.
    /// - Returns: the subscription.
    public func subscribe(_ observer: @escaping (SingleEvent<Element>) -> Void) -> Disposable {
        return primitiveSequence.asObservable().subscribe { event in
            switch event {
            case .next(let element): observer(.success(element))
            case .error(let error): observer(.failure(error))
            case .completed: break
            }
        }
    }

    /// Calls a closure with the element, or another one with the error.
    ///
    /// An error without `onFailure` goes to `Hooks.defaultErrorHandler`, together with the place of this call.
    ///
    /// - Parameters:
    ///   - onSuccess: called with the element, on the thread that emits.
    ///   - onFailure: called with the error.
    ///   - onDisposed: called once, after one of the closures above, or when the subscription is disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription.
    public func subscribe(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        onSuccess: (@isolated(any) (Element) -> Void)? = nil,
        onFailure: (@isolated(any) (Swift.Error) -> Void)? = nil,
        onDisposed: (@isolated(any) () -> Void)? = nil
    ) -> Disposable {
        let site = CallSite("subscribe(onSuccess:)", fileID, line)
        let onSuccess = site.plain(onSuccess)
        let onFailure = site.plain(onFailure)
        let onDisposed = site.plain(onDisposed)
        return subscribePlain(
            onSuccess: onSuccess,
            onFailure: onFailure,
            onDisposed: onDisposed,
            fileID: fileID,
            line: line
        )
    }

    /// Calls a closure with the element, or another one with the error; the form to use as a function value.
    @_disfavoredOverload
    public func subscribe(
        onSuccess: (@isolated(any) (Element) -> Void)?,
        onFailure: (@isolated(any) (Swift.Error) -> Void)?,
        onDisposed: (@isolated(any) () -> Void)?
    ) -> Disposable {
        subscribe(
            fileID: "(unknown)",
            line: 0,
            onSuccess: onSuccess,
            onFailure: onFailure,
            onDisposed: onDisposed
        )
    }

    /// Calls a closure for the element or the error, together with `object`, which is held weakly.
    ///
    /// While `object` lives, its closures are called with it; once it is gone, they are not called any more.
    ///
    /// - Parameters:
    ///   - object: the object that is handed to the closures.
    ///   - onSuccess: called with the element, on the thread that emits.
    ///   - onFailure: called with the error; without it, the error goes to `Hooks.defaultErrorHandler`.
    ///   - onDisposed: called once, after one of the closures above, or when the subscription is disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription.
    public func subscribe<Object: AnyObject>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        with object: Object,
        onSuccess: (@isolated(any) (Object, Element) -> Void)? = nil,
        onFailure: (@isolated(any) (Object, Swift.Error) -> Void)? = nil,
        onDisposed: (@isolated(any) (Object) -> Void)? = nil
    ) -> Disposable {
        let site = CallSite("subscribe(with:onSuccess:)", fileID, line)
        let onSuccess = site.plain(onSuccess)
        let onFailure = site.plain(onFailure)
        let onDisposed = site.plain(onDisposed)
        let target = WeakReference(object)
        return subscribePlain(
            onSuccess: target.call(onSuccess),
            onFailure: target.call(onFailure),
            onDisposed: target.call(onDisposed),
            fileID: fileID,
            line: line
        )
    }

    /// Calls a closure for the element or the error, together with `object`; the form to use as a function value.
    @_disfavoredOverload
    public func subscribe<Object: AnyObject>(
        with object: Object,
        onSuccess: (@isolated(any) (Object, Element) -> Void)?,
        onFailure: (@isolated(any) (Object, Swift.Error) -> Void)?,
        onDisposed: (@isolated(any) (Object) -> Void)?
    ) -> Disposable {
        subscribe(
            fileID: "(unknown)",
            line: 0,
            with: object,
            onSuccess: onSuccess,
            onFailure: onFailure,
            onDisposed: onDisposed
        )
    }

    // For closures that need no check, or already have one.
    private func subscribePlain(
        onSuccess: ((Element) -> Void)?,
        onFailure: ((Swift.Error) -> Void)?,
        onDisposed: (() -> Void)?,
        fileID: StaticString,
        line: UInt
    ) -> Disposable {
        // Runs `onDisposed` right after the element: the source has yet to complete.
        let disposed = onDisposed.map { AnonymousDisposable($0) }
        let handlers = Handlers.make(
            onError: onFailure,
            onCompleted: nil,
            onDisposed: disposed.map { disposed in { disposed.dispose() } }
        )
        let sink = AnonymousSink<Element>(
            { element in
                onSuccess?(element)
                disposed?.dispose()
            },
            handlers,
            fileID,
            line
        )
        primitiveSequence.asObservable().subscribe(ending: sink)
        return sink
    }
}
