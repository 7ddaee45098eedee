extension InfallibleType {
    /// Calls `on` for every event.
    ///
    /// - Parameter on: called on the thread that emits; nothing follows the completion.
    /// - Returns: the subscription.
    @inlinable
    public func subscribe(_ on: @escaping (Event<Element>) -> Void) -> Disposable {
        return asObservable().subscribe(on)
    }

    /// Calls a closure for each kind of event.
    ///
    /// - Parameters:
    ///   - onNext: called for each element, on the thread that emits.
    ///   - onCompleted: called if the sequence ends.
    ///   - onDisposed: called once, when the sequence has ended (after the closure above) or the subscription is
    ///     disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription. Once `dispose()` has returned, no closure is called again by the same thread, and
    ///   what they captured is released.
    @inlinable
    public func subscribe(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        onNext: (@isolated(any) (Element) -> Void)? = nil,
        onCompleted: (@isolated(any) () -> Void)? = nil,
        onDisposed: (@isolated(any) () -> Void)? = nil
    ) -> Disposable {
        let site = CallSite("subscribe(onNext:)", fileID, line)
        let onNext = site.plain(onNext)
        let onCompleted = site.plain(onCompleted)
        let onDisposed = site.plain(onDisposed)
        return asObservable().subscribePlain(
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
        onNext: (@isolated(any) (Element) -> Void)?,
        onCompleted: (@isolated(any) () -> Void)?,
        onDisposed: (@isolated(any) () -> Void)?
    ) -> Disposable {
        subscribe(
            fileID: "(unknown)",
            line: 0,
            onNext: onNext,
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
    ///   - onNext: called for each element, on the thread that emits.
    ///   - onCompleted: called if the sequence ends.
    ///   - onDisposed: called once, when the sequence has ended or the subscription is disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription.
    @inlinable
    public func subscribe<Object: AnyObject>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        with object: Object,
        onNext: (@isolated(any) (Object, Element) -> Void)? = nil,
        onCompleted: (@isolated(any) (Object) -> Void)? = nil,
        onDisposed: (@isolated(any) (Object) -> Void)? = nil
    ) -> Disposable {
        let site = CallSite("subscribe(with:onNext:)", fileID, line)
        let onNext = site.plain(onNext)
        let onCompleted = site.plain(onCompleted)
        let onDisposed = site.plain(onDisposed)
        return asObservable().subscribePlain(
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
        onNext: (@isolated(any) (Object, Element) -> Void)?,
        onCompleted: (@isolated(any) (Object) -> Void)?,
        onDisposed: (@isolated(any) (Object) -> Void)?
    ) -> Disposable {
        subscribe(
            fileID: "(unknown)",
            line: 0,
            with: object,
            onNext: onNext,
            onCompleted: onCompleted,
            onDisposed: onDisposed
        )
    }
}
