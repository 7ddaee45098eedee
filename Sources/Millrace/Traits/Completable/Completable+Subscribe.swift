extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Swift.Never {
    /// Calls `observer` with the error or the completion.
    ///
    /// ```swift
    /// let subscription = Completable.empty().subscribe { event in
    ///     switch event {
    ///     case .completed: print("stored")
    ///     case .error(let error): print("not stored: \(error)")
    ///     }
    /// }
    /// // stored
    /// ```
    ///
    /// - Parameter observer: called once at most, on the thread that the source completes or fails on.
    /// - Returns: the subscription.
    public func subscribe(_ observer: @escaping (CompletableEvent) -> Void) -> Disposable {
        return primitiveSequence.asObservable().subscribe { event in
            switch event {
            case .error(let error): observer(.error(error))
            case .completed: observer(.completed)
            }
        }
    }

    /// Calls one closure at the completion, or another one with the error.
    ///
    /// An error without `onError` goes to `Hooks.defaultErrorHandler`, together with the place of this call.
    ///
    /// ```swift
    /// let stored = Completable.error(RxError.timeout)
    /// let subscription = stored.subscribe(
    ///     onCompleted: { print("stored") },
    ///     onError: { print("not stored: \($0)") },
    ///     onDisposed: { print("disposed") }
    /// )
    /// // not stored: Sequence timeout.
    /// // disposed
    /// ```
    ///
    /// - Parameters:
    ///   - onCompleted: called if the source completes, on the thread that it completes on.
    ///   - onError: called with the error.
    ///   - onDisposed: called once, after `onCompleted` or `onError`, or when the subscription is disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription.
    public func subscribe(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        onCompleted: (@isolated(any) () -> Void)?? = nil,
        onError: (@isolated(any) (Swift.Error) -> Void)?? = nil,
        onDisposed: (@isolated(any) () -> Void)?? = nil
    ) -> Disposable {
        let site = CallSite("subscribe(onCompleted:)", fileID, line)
        let onCompleted = site.withoutIsolation(onCompleted)
        let onError = site.withoutIsolation(onError)
        let onDisposed = site.withoutIsolation(onDisposed)
        return primitiveSequence.asObservable().subscribeWithoutIsolation(
            onError: onError,
            onCompleted: onCompleted,
            onDisposed: onDisposed,
            fileID: fileID,
            line: line
        )
    }

    /// Calls a closure for each kind of event; otherwise as the overload that has default arguments. This one has none,
    /// so it can be used as a function value.
    ///
    /// - Parameters:
    ///   - onCompleted: called if the source completes, on the thread that it completes on.
    ///   - onError: called with the error.
    ///   - onDisposed: called once, after `onCompleted` or `onError`, or when the subscription is disposed.
    /// - Returns: the subscription.
    @_disfavoredOverload
    public func subscribe(
        onCompleted: (() -> Void)?,
        onError: ((Swift.Error) -> Void)?,
        onDisposed: (() -> Void)?
    ) -> Disposable {
        primitiveSequence.asObservable().subscribe(
            fileID: "(unknown)",
            line: 0,
            onError: onError,
            onCompleted: onCompleted,
            onDisposed: onDisposed
        )
    }

    /// Calls one closure with `object` at the completion, or another one with `object` and the error.
    ///
    /// Once `object` is gone, the closures are not called any more.
    ///
    /// ```swift
    /// final class Label { var text = "" }
    /// let label = Label()
    /// let subscription = Completable.empty()
    ///     .subscribe(with: label, onCompleted: { label in label.text = "stored" })
    /// print(label.text)
    /// // stored
    /// ```
    ///
    /// - Parameters:
    ///   - object: what the closures get as their first argument; it is held weakly.
    ///   - onCompleted: called if the source completes, on the thread that it completes on.
    ///   - onError: called with the error; without it, the error goes to `Hooks.defaultErrorHandler`.
    ///   - onDisposed: called once, unless `object` is gone: after `onCompleted` or `onError`, or when the
    ///     subscription is disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription.
    public func subscribe<Object: AnyObject>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        with object: Object,
        onCompleted: (@isolated(any) (Object) -> Void)?? = nil,
        onError: (@isolated(any) (Object, Swift.Error) -> Void)?? = nil,
        onDisposed: (@isolated(any) (Object) -> Void)?? = nil
    ) -> Disposable {
        let site = CallSite("subscribe(with:onCompleted:)", fileID, line)
        let onCompleted = site.withoutIsolation(onCompleted)
        let onError = site.withoutIsolation(onError)
        let onDisposed = site.withoutIsolation(onDisposed)
        return primitiveSequence.asObservable().subscribeWithoutIsolation(
            with: object,
            onError: onError,
            onCompleted: onCompleted,
            onDisposed: onDisposed,
            fileID: fileID,
            line: line
        )
    }

    /// Calls a closure for each kind of event, together with `object`; otherwise as the overload that has default
    /// arguments. This one has none, so it can be used as a function value.
    ///
    /// - Parameters:
    ///   - object: what the closures get as their first argument; it is held weakly.
    ///   - onCompleted: called if the source completes, on the thread that it completes on.
    ///   - onError: called with the error; without it, the error goes to `Hooks.defaultErrorHandler`.
    ///   - onDisposed: called once, unless `object` is gone: after `onCompleted` or `onError`, or when the
    ///     subscription is disposed.
    /// - Returns: the subscription.
    @_disfavoredOverload
    public func subscribe<Object: AnyObject>(
        with object: Object,
        onCompleted: ((Object) -> Void)?,
        onError: ((Object, Swift.Error) -> Void)?,
        onDisposed: ((Object) -> Void)?
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
