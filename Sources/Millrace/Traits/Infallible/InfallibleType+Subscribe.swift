extension InfallibleType {
    /// Calls `on` for every event.
    ///
    /// ```swift
    /// let subscription = Infallible.of(1, 2).subscribe { event in
    ///     print(event)
    /// }
    /// // next(1)
    /// // next(2)
    /// // completed
    /// ```
    ///
    /// - Parameter on: called on the thread that emits; nothing follows the completion.
    /// - Returns: the subscription.
    @inlinable
    public func subscribe(_ on: @escaping (Event<Element>) -> Void) -> Disposable {
        return asObservable().subscribe(on)
    }

    /// Calls a closure for each kind of event.
    ///
    /// ```swift
    /// let subscription = Infallible.of(1, 2).subscribe(
    ///     onNext: { print($0) },
    ///     onCompleted: { print("completed") },
    ///     onDisposed: { print("disposed") }
    /// )
    /// // 1
    /// // 2
    /// // completed
    /// // disposed
    /// ```
    ///
    /// - Parameters:
    ///   - onNext: called for each element, on the thread that emits.
    ///   - onCompleted: called if the sequence completes.
    ///   - onDisposed: called once, after `onCompleted`, or when the subscription is disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription. Once `dispose()` has returned, the thread that called it calls no closure again.
    ///   `dispose()` releases what the closures captured, unless an emission or a scheduler's action still uses it: then
    ///   it is released when that ends.
    @inlinable
    public func subscribe(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        onNext: (@isolated(any) (Element) -> Void)?? = nil,
        onCompleted: (@isolated(any) () -> Void)?? = nil,
        onDisposed: (@isolated(any) () -> Void)?? = nil
    ) -> Disposable {
        let site = CallSite("subscribe(onNext:)", fileID, line)
        let onNext = site.withoutIsolation(onNext)
        let onCompleted = site.withoutIsolation(onCompleted)
        let onDisposed = site.withoutIsolation(onDisposed)
        return asObservable().subscribeWithoutIsolation(
            onNext: onNext,
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
    ///   - onNext: called for each element, on the thread that emits.
    ///   - onCompleted: called if the sequence completes.
    ///   - onDisposed: called once, after `onCompleted`, or when the subscription is disposed.
    /// - Returns: the subscription.
    @_disfavoredOverload
    @inlinable
    public func subscribe(
        onNext: ((Element) -> Void)?,
        onCompleted: (() -> Void)?,
        onDisposed: (() -> Void)?
    ) -> Disposable {
        subscribe(
            fileID: "(unknown)",
            line: 0,
            onNext: onNext,
            onCompleted: onCompleted,
            onDisposed: onDisposed
        )
    }

    /// Calls a closure with `object` and each element, and one with `object` at the completion.
    ///
    /// Once `object` is gone, the closures are not called any more.
    ///
    /// ```swift
    /// final class Label { var text = "" }
    /// let label = Label()
    /// let subscription = Infallible.of("5 EUR", "6 EUR")
    ///     .subscribe(with: label, onNext: { label, price in label.text = price })
    /// print(label.text)
    /// // 6 EUR
    /// ```
    ///
    /// - Parameters:
    ///   - object: what the closures get as their first argument; it is held weakly.
    ///   - onNext: called for each element, on the thread that emits.
    ///   - onCompleted: called if the sequence completes.
    ///   - onDisposed: called once, unless `object` is gone: after `onCompleted`, or when the subscription is
    ///     disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription.
    @inlinable
    public func subscribe<Object: AnyObject>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        with object: Object,
        onNext: (@isolated(any) (Object, Element) -> Void)?? = nil,
        onCompleted: (@isolated(any) (Object) -> Void)?? = nil,
        onDisposed: (@isolated(any) (Object) -> Void)?? = nil
    ) -> Disposable {
        let site = CallSite("subscribe(with:onNext:)", fileID, line)
        let onNext = site.withoutIsolation(onNext)
        let onCompleted = site.withoutIsolation(onCompleted)
        let onDisposed = site.withoutIsolation(onDisposed)
        return asObservable().subscribeWithoutIsolation(
            with: object,
            onNext: onNext,
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
    ///   - onNext: called for each element, on the thread that emits.
    ///   - onCompleted: called if the sequence completes.
    ///   - onDisposed: called once, unless `object` is gone: after `onCompleted`, or when the subscription is
    ///     disposed.
    /// - Returns: the subscription.
    @_disfavoredOverload
    @inlinable
    public func subscribe<Object: AnyObject>(
        with object: Object,
        onNext: ((Object, Element) -> Void)?,
        onCompleted: ((Object) -> Void)?,
        onDisposed: ((Object) -> Void)?
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
