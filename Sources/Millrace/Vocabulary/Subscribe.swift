extension ObservableType {
    /// Calls `on` for every event.
    ///
    /// - Parameter on: called on the thread that emits; nothing follows a terminal event.
    /// - Returns: the subscription. Once `dispose()` has returned, the thread that called it does not call `on` again,
    ///   and `on` is released. Another thread may only finish a call of `on` that is under way.
    @inlinable
    @inline(__always)
    public func subscribe(_ on: @escaping (Event<Element>) -> Void) -> Disposable {
        let sink = EventSink<Element>(on)
        asObservable().subscribe(sink: sink)
        return sink
    }

    /// Calls a closure for each kind of event.
    ///
    /// An error without `onError` goes to `Hooks.defaultErrorHandler`, together with the place of this call.
    ///
    /// - Parameters:
    ///   - onNext: called for each element, on the thread that emits.
    ///   - onError: called if the sequence fails.
    ///   - onCompleted: called if the sequence ends.
    ///   - onDisposed: called once, when the sequence has failed or ended (after `onError` or `onCompleted`) or the
    ///     subscription is disposed.
    /// - Returns: the subscription. Once `dispose()` has returned, the thread that called it calls no closure again,
    ///   and what the closures captured is released. Another thread may only finish a call that is under way.
    @inlinable
    @inline(__always)
    public func subscribe(
        onNext: consuming ((Element) -> Void)? = nil,
        onError: ((Swift.Error) -> Void)? = nil,
        onCompleted: (() -> Void)? = nil,
        onDisposed: (() -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Disposable {
        let handlers = Handlers.make(onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
        // Not `onNext ?? …`: a closure that passes through a generic function is wrapped twice, each time on the heap.
        let sink: AnonymousSink<Element>
        switch consume onNext {
        case .some(let onNext): sink = AnonymousSink(onNext, handlers, fileID, line)
        case .none: sink = AnonymousSink({ _ in }, handlers, fileID, line)
        }
        asObservable().subscribe(sink: sink)
        return sink
    }

    /// Calls a closure for each kind of event. This form, without default arguments for the place of the call, can be
    /// used as a function value.
    @_disfavoredOverload
    @inlinable
    public func subscribe(
        onNext: ((Element) -> Void)? = nil,
        onError: ((Swift.Error) -> Void)? = nil,
        onCompleted: (() -> Void)? = nil,
        onDisposed: (() -> Void)? = nil
    ) -> Disposable {
        subscribe(
            onNext: onNext,
            onError: onError,
            onCompleted: onCompleted,
            onDisposed: onDisposed,
            fileID: "(unknown)",
            line: 0
        )
    }

    /// Calls a closure for each kind of event, together with `object`, which is held weakly.
    ///
    /// While `object` lives, the closures are called with it. Once `object` is gone, they are not called any more. An
    /// error without `onError` goes to `Hooks.defaultErrorHandler`, together with the place of this call.
    ///
    /// - Parameters:
    ///   - object: the object that the closures work for; held weakly.
    ///   - onNext: called for each element, on the thread that emits.
    ///   - onError: called if the sequence fails.
    ///   - onCompleted: called if the sequence ends.
    ///   - onDisposed: called once, when the sequence has failed or ended or the subscription is disposed.
    /// - Returns: the subscription.
    @inlinable
    public func subscribe<Object: AnyObject>(
        with object: Object,
        onNext: ((Object, Element) -> Void)? = nil,
        onError: ((Object, Swift.Error) -> Void)? = nil,
        onCompleted: ((Object) -> Void)? = nil,
        onDisposed: ((Object) -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Disposable {
        let target = WeakReference(object)
        let next: (Element) -> Void = { element in
            if let object = target.object { onNext?(object, element) }
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
            onNext: onNext == nil ? nil : next,
            onError: onError == nil ? nil : failed,
            onCompleted: onCompleted == nil ? nil : ended,
            onDisposed: onDisposed == nil ? nil : disposed,
            fileID: fileID,
            line: line
        )
    }

    /// Calls a closure for each kind of event, together with `object`. This form, without default arguments for the
    /// place of the call, can be used as a function value.
    @_disfavoredOverload
    @inlinable
    public func subscribe<Object: AnyObject>(
        with object: Object,
        onNext: ((Object, Element) -> Void)? = nil,
        onError: ((Object, Swift.Error) -> Void)? = nil,
        onCompleted: ((Object) -> Void)? = nil,
        onDisposed: ((Object) -> Void)? = nil
    ) -> Disposable {
        subscribe(
            with: object,
            onNext: onNext,
            onError: onError,
            onCompleted: onCompleted,
            onDisposed: onDisposed,
            fileID: "(unknown)",
            line: 0
        )
    }
}

/// A weak reference that `@Sendable` closures may capture.
@usableFromInline
package struct WeakReference<Object: AnyObject>: @unchecked Sendable {
    @usableFromInline
    package weak var object: Object?

    @inlinable
    package init(_ object: Object) {
        self.object = object
    }
}
