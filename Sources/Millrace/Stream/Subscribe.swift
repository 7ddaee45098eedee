extension ObservableType {
    /// Calls `on` for every event.
    ///
    /// ```swift
    /// let subscription = Observable.of(1, 2).subscribe { event in print(event) }
    /// // next(1)
    /// // next(2)
    /// // completed
    /// ```
    ///
    /// - Parameter on: called on the thread that emits; nothing follows a terminal event.
    /// - Returns: the subscription. Once `dispose()` has returned, the thread that called it does not call `on` again.
    ///   Another thread may only finish a call of `on` that is under way. `dispose()` releases `on`, unless an emission
    ///   or a scheduler's action still uses it: then `on` is released when that ends.
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
    /// ```swift
    /// let subscription = Observable.of(1, 2).subscribe(
    ///     onNext: { print($0) },
    ///     onError: { print("failed: \($0)") },
    ///     onCompleted: { print("completed") }
    /// )
    /// // 1
    /// // 2
    /// // completed
    /// ```
    ///
    /// - Parameters:
    ///   - onNext: called for each element, on the thread that emits.
    ///   - onError: called if the sequence fails.
    ///   - onCompleted: called if the sequence ends.
    ///   - onDisposed: called once, when the sequence has failed or ended (after `onError` or `onCompleted`) or the
    ///     subscription is disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription. Once `dispose()` has returned, the thread that called it calls no closure again.
    ///   Another thread may only finish a call that is under way. `dispose()` releases what the closures captured, unless
    ///   an emission or a scheduler's action still uses it: then it is released when that ends.
    @inlinable
    @inline(__always)
    public func subscribe(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        onNext: consuming (@isolated(any) (Element) -> Void)?? = nil,
        onError: (@isolated(any) (Swift.Error) -> Void)?? = nil,
        onCompleted: (@isolated(any) () -> Void)?? = nil,
        onDisposed: (@isolated(any) () -> Void)?? = nil
    ) -> Disposable {
        let site = CallSite("subscribe(onNext:)", fileID, line)
        let onNext = site.withoutIsolation(onNext)
        let onError = site.withoutIsolation(onError)
        let onCompleted = site.withoutIsolation(onCompleted)
        let onDisposed = site.withoutIsolation(onDisposed)
        return subscribeWithoutIsolation(
            onNext: onNext,
            onError: onError,
            onCompleted: onCompleted,
            onDisposed: onDisposed,
            fileID: fileID,
            line: line
        )
    }

    /// The form to use as a function value, or to meet a protocol of your own, without default arguments for the place of
    /// the call; otherwise as `subscribe(onNext:onError:onCompleted:onDisposed:)` with them. Where a closure belongs is
    /// not checked.
    @_disfavoredOverload
    @inlinable
    public func subscribe(
        onNext: ((Element) -> Void)?,
        onError: ((Swift.Error) -> Void)?,
        onCompleted: (() -> Void)?,
        onDisposed: (() -> Void)?
    ) -> Disposable {
        subscribe(
            fileID: "(unknown)",
            line: 0,
            onNext: onNext,
            onError: onError,
            onCompleted: onCompleted,
            onDisposed: onDisposed
        )
    }

    /// Calls a closure for each kind of event, together with `object`, which is held weakly.
    ///
    /// While `object` lives, the closures are called with it. Once `object` is gone, they are not called any more. An
    /// error without `onError` goes to `Hooks.defaultErrorHandler`, together with the place of this call.
    ///
    /// ```swift
    /// final class Thermometer: Sendable {
    ///     func text(_ degrees: Int) -> String { "\(degrees) °C" }
    /// }
    /// let thermometer = Thermometer()
    /// let subscription = Observable.of(20, 21)
    ///     .subscribe(with: thermometer, onNext: { print($0.text($1)) })
    /// // 20 °C
    /// // 21 °C
    /// ```
    ///
    /// - Parameters:
    ///   - object: the object that the closures work for; held weakly.
    ///   - onNext: called for each element, on the thread that emits.
    ///   - onError: called if the sequence fails.
    ///   - onCompleted: called if the sequence ends.
    ///   - onDisposed: called once, unless `object` is gone, when the sequence has failed or ended or the
    ///     subscription is disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription.
    @inlinable
    public func subscribe<Object: AnyObject>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        with object: Object,
        onNext: (@isolated(any) (Object, Element) -> Void)?? = nil,
        onError: (@isolated(any) (Object, Swift.Error) -> Void)?? = nil,
        onCompleted: (@isolated(any) (Object) -> Void)?? = nil,
        onDisposed: (@isolated(any) (Object) -> Void)?? = nil
    ) -> Disposable {
        let site = CallSite("subscribe(with:onNext:)", fileID, line)
        let onNext = site.withoutIsolation(onNext)
        let onError = site.withoutIsolation(onError)
        let onCompleted = site.withoutIsolation(onCompleted)
        let onDisposed = site.withoutIsolation(onDisposed)
        return subscribeWithoutIsolation(
            with: object,
            onNext: onNext,
            onError: onError,
            onCompleted: onCompleted,
            onDisposed: onDisposed,
            fileID: fileID,
            line: line
        )
    }

    /// The form to use as a function value, without default arguments for the place of the call; otherwise as
    /// `subscribe(with:onNext:onError:onCompleted:onDisposed:)` with them.
    @_disfavoredOverload
    @inlinable
    public func subscribe<Object: AnyObject>(
        with object: Object,
        onNext: ((Object, Element) -> Void)?,
        onError: ((Object, Swift.Error) -> Void)?,
        onCompleted: ((Object) -> Void)?,
        onDisposed: ((Object) -> Void)?
    ) -> Disposable {
        subscribe(
            fileID: "(unknown)",
            line: 0,
            with: object,
            onNext: onNext,
            onError: onError,
            onCompleted: onCompleted,
            onDisposed: onDisposed
        )
    }
}

extension ObservableType {
    /// As `subscribe(_:)`, for a source that may have to be disposed while it is inside `subscribe`: `subscription` is
    /// given its content before the source can emit. If it is disposed already, nothing is subscribed to.
    @inlinable
    package func subscribe(by subscription: SingleAssignmentDisposable, _ on: @escaping (Event<Element>) -> Void) {
        let sink = EventSink<Element>(on)
        subscription.setDisposable(sink)
        if sink.isOpen { asObservable().subscribe(sink: sink) }
    }
}

// The same for closures that need no check, or already have one.
extension ObservableType {
    @inlinable
    @inline(__always)
    func subscribeWithoutIsolation(
        onNext: consuming ((Element) -> Void)? = nil,
        onError: ((Swift.Error) -> Void)? = nil,
        onCompleted: (() -> Void)? = nil,
        onDisposed: (() -> Void)? = nil,
        fileID: StaticString,
        line: UInt
    ) -> Disposable {
        let details = SubscriptionDetails(
            onError: onError,
            onCompleted: onCompleted,
            onDisposed: onDisposed,
            fileID,
            line
        )
        // Not `onNext ?? …`: a closure that passes through a generic function is wrapped twice, each time on the heap.
        let sink: AnonymousSink<Element>
        switch consume onNext {
        case .some(let onNext): sink = AnonymousSink(onNext, details)
        case .none: sink = AnonymousSink({ _ in }, details)
        }
        asObservable().subscribe(sink: sink)
        return sink
    }

    @inlinable
    func subscribeWithoutIsolation<Object: AnyObject>(
        with object: Object,
        onNext: ((Object, Element) -> Void)? = nil,
        onError: ((Object, Swift.Error) -> Void)? = nil,
        onCompleted: ((Object) -> Void)? = nil,
        onDisposed: ((Object) -> Void)? = nil,
        fileID: StaticString,
        line: UInt
    ) -> Disposable {
        let target = WeakReference(object)
        return subscribeWithoutIsolation(
            onNext: target.call(onNext),
            onError: target.call(onError),
            onCompleted: target.call(onCompleted),
            onDisposed: target.call(onDisposed),
            fileID: fileID,
            line: line
        )
    }
}

/// A weak reference that closures may capture.
@usableFromInline
package struct WeakReference<Object: AnyObject>: @unchecked Sendable {
    @usableFromInline
    package weak var object: Object?

    @inlinable
    package init(_ object: Object) {
        self.object = object
    }

    /// A closure that calls `closure` with the object, for as long as the object lives.
    @inlinable
    package func call<Value>(_ closure: ((Object, Value) -> Void)?) -> ((Value) -> Void)? {
        guard let closure else { return nil }
        return { value in if let object { closure(object, value) } }
    }

    /// As above, for a closure that takes the object alone.
    @inlinable
    package func call(_ closure: ((Object) -> Void)?) -> (() -> Void)? {
        guard let closure else { return nil }
        return { if let object { closure(object) } }
    }
}
