extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// Calls `observer` with the element, the error or the completion.
    ///
    /// - Parameter observer: called once at most, on the thread that emits.
    /// - Returns: the subscription.
    public func subscribe(_ observer: @escaping (MaybeEvent<Element>) -> Void) -> Disposable {
        let arrival = Arrival()
        return primitiveSequence.asObservable().subscribe { event in
            switch event {
            case .next(let element):
                arrival.hasCome = true
                observer(.success(element))
            case .error(let error): observer(.error(error))
            case .completed: if !arrival.hasCome { observer(.completed) }
            }
        }
    }

    /// Calls a closure with the element, another one with the error, or a third at a completion without an element.
    ///
    /// An error without `onError` goes to `Hooks.defaultErrorHandler`, together with the place of this call.
    ///
    /// - Parameters:
    ///   - onSuccess: called with the element, on the thread that emits.
    ///   - onError: called with the error.
    ///   - onCompleted: called if the source ends without an element.
    ///   - onDisposed: called once, after one of the closures above, or when the subscription is disposed.
    /// - Returns: the subscription.
    public func subscribe(
        onSuccess: ((Element) -> Void)? = nil,
        onError: ((Swift.Error) -> Void)? = nil,
        onCompleted: (() -> Void)? = nil,
        onDisposed: (() -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Disposable {
        // Runs `onDisposed` right after the element: the source has yet to complete.
        let arrival = Arrival()
        let disposed = onDisposed.map { AnonymousDisposable($0) }
        let handlers = Handlers.make(
            onError: onError,
            onCompleted: onCompleted.map { onCompleted in { if !arrival.hasCome { onCompleted() } } },
            onDisposed: disposed.map { disposed in { disposed.dispose() } }
        )
        let sink = AnonymousSink<Element>(
            { element in
                arrival.hasCome = true
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

    /// Calls a closure for each kind of event; the form to use as a function value.
    @_disfavoredOverload
    public func subscribe(
        onSuccess: ((Element) -> Void)? = nil,
        onError: ((Swift.Error) -> Void)? = nil,
        onCompleted: (() -> Void)? = nil,
        onDisposed: (() -> Void)? = nil
    ) -> Disposable {
        subscribe(
            onSuccess: onSuccess,
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
    ///   - onSuccess: called with the element, on the thread that emits.
    ///   - onError: called with the error; without it, the error goes to `Hooks.defaultErrorHandler`.
    ///   - onCompleted: called if the source ends without an element.
    ///   - onDisposed: called once, after one of the closures above, or when the subscription is disposed.
    /// - Returns: the subscription.
    public func subscribe<Object: AnyObject>(
        with object: Object,
        onSuccess: ((Object, Element) -> Void)? = nil,
        onError: ((Object, Swift.Error) -> Void)? = nil,
        onCompleted: ((Object) -> Void)? = nil,
        onDisposed: ((Object) -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Disposable {
        let target = WeakReference(object)
        let succeeded: (Element) -> Void = { element in
            if let object = target.object { onSuccess?(object, element) }
        }
        let failed: (Swift.Error) -> Void = { error in
            if let object = target.object { onError?(object, error) }
        }
        let ended: () -> Void = {
            if let object = target.object { onCompleted?(object) }
        }
        let disposed: () -> Void = {
            if let object = target.object { onDisposed?(object) }
        }
        return subscribe(
            onSuccess: onSuccess == nil ? nil : succeeded,
            onError: onError == nil ? nil : failed,
            onCompleted: onCompleted == nil ? nil : ended,
            onDisposed: onDisposed == nil ? nil : disposed,
            fileID: fileID,
            line: line
        )
    }

    /// Calls a closure for each kind of event, together with `object`; the form to use as a function value.
    @_disfavoredOverload
    public func subscribe<Object: AnyObject>(
        with object: Object,
        onSuccess: ((Object, Element) -> Void)? = nil,
        onError: ((Object, Swift.Error) -> Void)? = nil,
        onCompleted: ((Object) -> Void)? = nil,
        onDisposed: ((Object) -> Void)? = nil
    ) -> Disposable {
        subscribe(
            with: object,
            onSuccess: onSuccess,
            onError: onError,
            onCompleted: onCompleted,
            onDisposed: onDisposed,
            fileID: "(unknown)",
            line: 0
        )
    }
}

/// Whether the element has come; events come one at a time.
private final class Arrival: @unchecked Sendable {
    @exclusivity(unchecked)
    var hasCome = false
}
