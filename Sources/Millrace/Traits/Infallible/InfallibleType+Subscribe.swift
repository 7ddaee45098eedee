extension InfallibleType {
    /// Calls `on` for every event.
    ///
    /// - Parameter on: called on the thread that emits; nothing follows the completion.
    /// - Returns: the subscription.
    @inlinable
    public func subscribe(_ on: @escaping (Event<Element>) -> Void) -> Disposable {
        asObservable().subscribe(on)
    }

    /// Calls a closure for each kind of event.
    ///
    /// - Parameters:
    ///   - onNext: called for each element, on the thread that emits.
    ///   - onCompleted: called if the sequence ends.
    ///   - onDisposed: called once, when the sequence has ended (after the closure above) or the subscription is
    ///     disposed.
    /// - Returns: the subscription. Once `dispose()` has returned, no closure is called again by the same thread, and
    ///   what they captured is released.
    @inlinable
    public func subscribe(
        onNext: ((Element) -> Void)? = nil,
        onCompleted: (() -> Void)? = nil,
        onDisposed: (() -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Disposable {
        asObservable().subscribe(
            onNext: onNext,
            onCompleted: onCompleted,
            onDisposed: onDisposed,
            fileID: fileID,
            line: line
        )
    }

    /// Calls a closure for each kind of event; the form to use as a function value.
    @_disfavoredOverload
    @inlinable
    public func subscribe(
        onNext: ((Element) -> Void)? = nil,
        onCompleted: (() -> Void)? = nil,
        onDisposed: (() -> Void)? = nil
    ) -> Disposable {
        subscribe(
            onNext: onNext,
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
    ///   - onNext: called for each element, on the thread that emits.
    ///   - onCompleted: called if the sequence ends.
    ///   - onDisposed: called once, when the sequence has ended or the subscription is disposed.
    /// - Returns: the subscription.
    @inlinable
    public func subscribe<Object: AnyObject>(
        with object: Object,
        onNext: ((Object, Element) -> Void)? = nil,
        onCompleted: ((Object) -> Void)? = nil,
        onDisposed: ((Object) -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Disposable {
        asObservable().subscribe(
            with: object,
            onNext: onNext,
            onCompleted: onCompleted,
            onDisposed: onDisposed,
            fileID: fileID,
            line: line
        )
    }

    /// Calls a closure for each kind of event, together with `object`; the form to use as a function value.
    @_disfavoredOverload
    @inlinable
    public func subscribe<Object: AnyObject>(
        with object: Object,
        onNext: ((Object, Element) -> Void)? = nil,
        onCompleted: ((Object) -> Void)? = nil,
        onDisposed: ((Object) -> Void)? = nil
    ) -> Disposable {
        subscribe(
            with: object,
            onNext: onNext,
            onCompleted: onCompleted,
            onDisposed: onDisposed,
            fileID: "(unknown)",
            line: 0
        )
    }
}
