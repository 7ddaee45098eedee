extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Calls `observer` with the element or the error.
    ///
    /// - Parameter observer: called once at most, on the thread that emits.
    /// - Returns: the subscription.
    public func subscribe(_ observer: @escaping (SingleEvent<Element>) -> Void) -> Disposable {
        primitiveSequence.asObservable().subscribe { event in
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
    /// - Returns: the subscription.
    public func subscribe(
        onSuccess: ((Element) -> Void)? = nil,
        onFailure: ((Swift.Error) -> Void)? = nil,
        onDisposed: (() -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
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
        primitiveSequence.asObservable().subscribe(sink: sink)
        return sink
    }

    /// Calls a closure with the element, or another one with the error; the form to use as a function value.
    @_disfavoredOverload
    public func subscribe(
        onSuccess: ((Element) -> Void)? = nil,
        onFailure: ((Swift.Error) -> Void)? = nil,
        onDisposed: (() -> Void)? = nil
    ) -> Disposable {
        subscribe(
            onSuccess: onSuccess,
            onFailure: onFailure,
            onDisposed: onDisposed,
            fileID: "(unknown)",
            line: 0
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
    /// - Returns: the subscription.
    public func subscribe<Object: AnyObject>(
        with object: Object,
        onSuccess: ((Object, Element) -> Void)? = nil,
        onFailure: ((Object, Swift.Error) -> Void)? = nil,
        onDisposed: ((Object) -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Disposable {
        let target = WeakReference(object)
        let succeeded: (Element) -> Void = { element in
            if let object = target.object { onSuccess?(object, element) }
        }
        let failed: (Swift.Error) -> Void = { error in
            if let object = target.object { onFailure?(object, error) }
        }
        let disposed: () -> Void = {
            if let object = target.object { onDisposed?(object) }
        }
        return subscribe(
            onSuccess: onSuccess == nil ? nil : succeeded,
            onFailure: onFailure == nil ? nil : failed,
            onDisposed: onDisposed == nil ? nil : disposed,
            fileID: fileID,
            line: line
        )
    }

    /// Calls a closure for the element or the error, together with `object`; the form to use as a function value.
    @_disfavoredOverload
    public func subscribe<Object: AnyObject>(
        with object: Object,
        onSuccess: ((Object, Element) -> Void)? = nil,
        onFailure: ((Object, Swift.Error) -> Void)? = nil,
        onDisposed: ((Object) -> Void)? = nil
    ) -> Disposable {
        subscribe(
            with: object,
            onSuccess: onSuccess,
            onFailure: onFailure,
            onDisposed: onDisposed,
            fileID: "(unknown)",
            line: 0
        )
    }
}
