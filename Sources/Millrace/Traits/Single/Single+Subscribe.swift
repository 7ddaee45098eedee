extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Calls `observer` with the element or the error.
    ///
    /// ```swift
    /// let subscription = Single.just("Ada").subscribe { result in
    ///     switch result {
    ///     case .success(let name): print("hello, \(name)")
    ///     case .failure(let error): print("no name: \(error)")
    ///     }
    /// }
    /// // hello, Ada
    /// ```
    ///
    /// - Parameter observer: called once at most, on the thread that emits.
    /// - Returns: the subscription.
    public func subscribe(_ observer: @escaping (SingleEvent<Element>) -> Void) -> Disposable {
        let first = FirstEvent()
        return primitiveSequence.asObservable().subscribe { event in
            switch event {
            case .next(let element): if first.comes() { observer(.success(element)) }
            case .error(let error): if first.comes() { observer(.failure(error)) }
            case .completed: break
            }
        }
    }

    /// Calls one closure with the element, or another one with the error.
    ///
    /// An error without `onFailure` goes to `Hooks.defaultErrorHandler`, together with the place of this call.
    ///
    /// ```swift
    /// let answer = Single<String>.error(RxError.timeout)
    /// let subscription = answer.subscribe(
    ///     onSuccess: { print($0) },
    ///     onFailure: { print("no answer: \($0)") },
    ///     onDisposed: { print("disposed") }
    /// )
    /// // no answer: Sequence timeout.
    /// // disposed
    /// ```
    ///
    /// - Parameters:
    ///   - onSuccess: called with the element, on the thread that emits.
    ///   - onFailure: called with the error.
    ///   - onDisposed: called once, after `onSuccess` or `onFailure`, or when the subscription is disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription.
    public func subscribe(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        onSuccess: (@isolated(any) (Element) -> Void)?? = nil,
        onFailure: (@isolated(any) (Swift.Error) -> Void)?? = nil,
        onDisposed: (@isolated(any) () -> Void)?? = nil
    ) -> Disposable {
        let site = CallSite("subscribe(onSuccess:)", fileID, line)
        let onSuccess = site.withoutIsolation(onSuccess)
        let onFailure = site.withoutIsolation(onFailure)
        let onDisposed = site.withoutIsolation(onDisposed)
        return subscribeWithoutIsolation(
            onSuccess: onSuccess,
            onFailure: onFailure,
            onDisposed: onDisposed,
            fileID: fileID,
            line: line
        )
    }

    /// Calls a closure with the element, or another one with the error; otherwise as the overload that has default
    /// arguments. This one has none, so it can be used as a function value.
    ///
    /// - Parameters:
    ///   - onSuccess: called with the element, on the thread that emits.
    ///   - onFailure: called with the error.
    ///   - onDisposed: called once, after `onSuccess` or `onFailure`, or when the subscription is disposed.
    /// - Returns: the subscription.
    @_disfavoredOverload
    public func subscribe(
        onSuccess: ((Element) -> Void)?,
        onFailure: ((Swift.Error) -> Void)?,
        onDisposed: (() -> Void)?
    ) -> Disposable {
        subscribe(
            fileID: "(unknown)",
            line: 0,
            onSuccess: onSuccess,
            onFailure: onFailure,
            onDisposed: onDisposed
        )
    }

    /// Calls one closure with `object` and the element, or another one with `object` and the error.
    ///
    /// Once `object` is gone, the closures are not called any more.
    ///
    /// ```swift
    /// final class Label { var text = "" }
    /// let label = Label()
    /// let subscription = Single.just("Ada")
    ///     .subscribe(with: label, onSuccess: { label, name in label.text = name })
    /// print(label.text)
    /// // Ada
    /// ```
    ///
    /// - Parameters:
    ///   - object: what the closures get as their first argument; it is held weakly.
    ///   - onSuccess: called with the element, on the thread that emits.
    ///   - onFailure: called with the error; without it, the error goes to `Hooks.defaultErrorHandler`.
    ///   - onDisposed: called once, unless `object` is gone: after `onSuccess` or `onFailure`, or when the
    ///     subscription is disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription.
    public func subscribe<Object: AnyObject>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        with object: Object,
        onSuccess: (@isolated(any) (Object, Element) -> Void)?? = nil,
        onFailure: (@isolated(any) (Object, Swift.Error) -> Void)?? = nil,
        onDisposed: (@isolated(any) (Object) -> Void)?? = nil
    ) -> Disposable {
        let site = CallSite("subscribe(with:onSuccess:)", fileID, line)
        let onSuccess = site.withoutIsolation(onSuccess)
        let onFailure = site.withoutIsolation(onFailure)
        let onDisposed = site.withoutIsolation(onDisposed)
        let target = WeakReference(object)
        return subscribeWithoutIsolation(
            onSuccess: target.call(onSuccess),
            onFailure: target.call(onFailure),
            onDisposed: target.call(onDisposed),
            fileID: fileID,
            line: line
        )
    }

    /// Calls a closure for the element or the error, together with `object`; otherwise as the overload that has default
    /// arguments. This one has none, so it can be used as a function value.
    ///
    /// - Parameters:
    ///   - object: what the closures get as their first argument; it is held weakly.
    ///   - onSuccess: called with the element, on the thread that emits.
    ///   - onFailure: called with the error; without it, the error goes to `Hooks.defaultErrorHandler`.
    ///   - onDisposed: called once, unless `object` is gone: after `onSuccess` or `onFailure`, or when the
    ///     subscription is disposed.
    /// - Returns: the subscription.
    @_disfavoredOverload
    public func subscribe<Object: AnyObject>(
        with object: Object,
        onSuccess: ((Object, Element) -> Void)?,
        onFailure: ((Object, Swift.Error) -> Void)?,
        onDisposed: ((Object) -> Void)?
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
    private func subscribeWithoutIsolation(
        onSuccess: ((Element) -> Void)?,
        onFailure: ((Swift.Error) -> Void)?,
        onDisposed: (() -> Void)?,
        fileID: StaticString,
        line: UInt
    ) -> Disposable {
        // Runs `onDisposed` right after the element: the source has yet to complete.
        let first = FirstEvent()
        let disposed = onDisposed.map { Disposables.Anonymous($0) }
        let details = SubscriptionDetails(
            onError: first.whenFailed(onFailure, fileID, line),
            onCompleted: nil,
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
