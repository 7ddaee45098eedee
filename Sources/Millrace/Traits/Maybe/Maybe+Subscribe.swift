extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// Calls `observer` with the element, the error or the completion.
    ///
    /// ```swift
    /// let subscription = Maybe.just("Ada").subscribe { event in
    ///     switch event {
    ///     case .success(let name): print("hello, \(name)")
    ///     case .error(let error): print("no name: \(error)")
    ///     case .completed: print("nobody is there")
    ///     }
    /// }
    /// // hello, Ada
    /// ```
    ///
    /// - Parameter observer: called once at most, on the thread that emits.
    /// - Returns: the subscription.
    public func subscribe(_ observer: @escaping (MaybeEvent<Element>) -> Void) -> Disposable {
        let first = FirstEvent()
        return primitiveSequence.asObservable().subscribe { event in
            if !first.comes() { return }
            switch event {
            case .next(let element): observer(.success(element))
            case .error(let error): observer(.error(error))
            case .completed: observer(.completed)
            }
        }
    }

    /// Calls one closure with the element, another one with the error, or a third at a completion without an element.
    ///
    /// An error without `onError` goes to `Hooks.defaultErrorHandler`, together with the place of this call.
    ///
    /// ```swift
    /// let discount = Maybe.just(10)
    /// let subscription = discount.subscribe(
    ///     onSuccess: { print("\($0) %") },
    ///     onError: { print("unknown: \($0)") },
    ///     onCompleted: { print("no discount") },
    ///     onDisposed: { print("disposed") }
    /// )
    /// // 10 %
    /// // disposed
    /// ```
    ///
    /// - Parameters:
    ///   - onSuccess: called with the element, on the thread that emits.
    ///   - onError: called with the error.
    ///   - onCompleted: called if the source completes without an element.
    ///   - onDisposed: called once, after one of the other closures, or when the subscription is disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription.
    public func subscribe(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        onSuccess: (@isolated(any) (Element) -> Void)?? = nil,
        onError: (@isolated(any) (Swift.Error) -> Void)?? = nil,
        onCompleted: (@isolated(any) () -> Void)?? = nil,
        onDisposed: (@isolated(any) () -> Void)?? = nil
    ) -> Disposable {
        let site = CallSite("subscribe(onSuccess:)", fileID, line)
        let onSuccess = site.withoutIsolation(onSuccess)
        let onError = site.withoutIsolation(onError)
        let onCompleted = site.withoutIsolation(onCompleted)
        let onDisposed = site.withoutIsolation(onDisposed)
        return subscribeWithoutIsolation(
            onSuccess: onSuccess,
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
    ///   - onSuccess: called with the element, on the thread that emits.
    ///   - onError: called with the error.
    ///   - onCompleted: called if the source completes without an element.
    ///   - onDisposed: called once, after one of the other closures, or when the subscription is disposed.
    /// - Returns: the subscription.
    @_disfavoredOverload
    public func subscribe(
        onSuccess: ((Element) -> Void)?,
        onError: ((Swift.Error) -> Void)?,
        onCompleted: (() -> Void)?,
        onDisposed: (() -> Void)?
    ) -> Disposable {
        subscribe(
            fileID: "(unknown)",
            line: 0,
            onSuccess: onSuccess,
            onError: onError,
            onCompleted: onCompleted,
            onDisposed: onDisposed
        )
    }

    /// Calls a closure with `object` and the element, one with `object` and the error, or one with `object` alone at a
    /// completion without an element.
    ///
    /// Once `object` is gone, the closures are not called any more.
    ///
    /// ```swift
    /// final class Label { var text = "" }
    /// let label = Label()
    /// let subscription = Maybe.just("Ada")
    ///     .subscribe(with: label, onSuccess: { label, name in label.text = name })
    /// print(label.text)
    /// // Ada
    /// ```
    ///
    /// - Parameters:
    ///   - object: what the closures get as their first argument; it is held weakly.
    ///   - onSuccess: called with the element, on the thread that emits.
    ///   - onError: called with the error; without it, the error goes to `Hooks.defaultErrorHandler`.
    ///   - onCompleted: called if the source completes without an element.
    ///   - onDisposed: called once, unless `object` is gone: after one of the other closures, or when the
    ///     subscription is disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription.
    public func subscribe<Object: AnyObject>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        with object: Object,
        onSuccess: (@isolated(any) (Object, Element) -> Void)?? = nil,
        onError: (@isolated(any) (Object, Swift.Error) -> Void)?? = nil,
        onCompleted: (@isolated(any) (Object) -> Void)?? = nil,
        onDisposed: (@isolated(any) (Object) -> Void)?? = nil
    ) -> Disposable {
        let site = CallSite("subscribe(with:onSuccess:)", fileID, line)
        let onSuccess = site.withoutIsolation(onSuccess)
        let onError = site.withoutIsolation(onError)
        let onCompleted = site.withoutIsolation(onCompleted)
        let onDisposed = site.withoutIsolation(onDisposed)
        let target = WeakReference(object)
        return subscribeWithoutIsolation(
            onSuccess: target.call(onSuccess),
            onError: target.call(onError),
            onCompleted: target.call(onCompleted),
            onDisposed: target.call(onDisposed),
            fileID: fileID,
            line: line
        )
    }

    /// Calls a closure for each kind of event, together with `object`; otherwise as the overload that has default
    /// arguments. This one has none, so it can be used as a function value.
    ///
    /// - Parameters:
    ///   - object: what the closures get as their first argument; it is held weakly.
    ///   - onSuccess: called with the element, on the thread that emits.
    ///   - onError: called with the error; without it, the error goes to `Hooks.defaultErrorHandler`.
    ///   - onCompleted: called if the source completes without an element.
    ///   - onDisposed: called once, unless `object` is gone: after one of the other closures, or when the
    ///     subscription is disposed.
    /// - Returns: the subscription.
    @_disfavoredOverload
    public func subscribe<Object: AnyObject>(
        with object: Object,
        onSuccess: ((Object, Element) -> Void)?,
        onError: ((Object, Swift.Error) -> Void)?,
        onCompleted: ((Object) -> Void)?,
        onDisposed: ((Object) -> Void)?
    ) -> Disposable {
        subscribe(
            fileID: "(unknown)",
            line: 0,
            with: object,
            onSuccess: onSuccess,
            onError: onError,
            onCompleted: onCompleted,
            onDisposed: onDisposed
        )
    }

    // For closures that need no check, or already have one.
    private func subscribeWithoutIsolation(
        onSuccess: ((Element) -> Void)?,
        onError: ((Swift.Error) -> Void)?,
        onCompleted: (() -> Void)?,
        onDisposed: (() -> Void)?,
        fileID: StaticString,
        line: UInt
    ) -> Disposable {
        // Runs `onDisposed` right after the element: the source has yet to complete.
        let first = FirstEvent()
        let disposed = onDisposed.map { Disposables.Anonymous($0) }
        let details = SubscriptionDetails(
            onError: first.whenFailed(onError, fileID, line),
            onCompleted: onCompleted.map { onCompleted in { if first.comes() { onCompleted() } } },
            onDisposed: disposed.map { disposed in { disposed.dispose() } },
            fileID,
            line
        )
        let sink = AnonymousSink<Element>(
            { element in
                if !first.comes() { return }
                onSuccess?(element)
                disposed?.dispose()
            },
            details
        )
        primitiveSequence.asObservable().subscribe(sink: sink)
        return sink
    }
}
