// A signal replays nothing, so unlike a driver it may be subscribed to on any thread.

extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
    /// Sends every event to `observers`, in their order.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let shown = AnyObserver<Int> { event in print(event) }
    /// let subscription = prices.asSignal(onErrorJustReturn: 0).emit(to: shown)
    /// prices.onNext(5)
    /// prices.onCompleted()
    /// // next(5)
    /// // completed
    /// ```
    ///
    /// - Parameter observers: receive the events.
    /// - Returns: the subscription.
    public func emit<Observer: ObserverType>(to observers: Observer...) -> Disposable
    where Observer.Element == Element {
        asObservable().feed(observers)
    }

    /// Sends every event to `observers` whose elements are optional, in their order; otherwise as `emit(to:)` of
    /// observers with elements of this sequence's type.
    ///
    /// - Parameter observers: receive the events.
    /// - Returns: the subscription.
    public func emit<Observer: ObserverType>(to observers: Observer...) -> Disposable
    where Observer.Element == Element? {
        asObservable().wrapped().feed(observers)
    }

    /// Hands each element to `relays`, in their order. A completion is ignored.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let latest = PublishRelay<Int>()
    /// let shown = latest.subscribe(onNext: { print($0) })
    /// let subscription = prices.asSignal(onErrorJustReturn: 0).emit(to: latest)
    /// prices.onNext(5)
    /// // 5
    /// ```
    ///
    /// - Parameter relays: receive the elements.
    /// - Returns: the subscription.
    public func emit(to relays: PublishRelay<Element>...) -> Disposable {
        asObservable().feed(relays, of: "PublishRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays` whose elements are optional, in their order; otherwise as `emit(to:)` of relays
    /// with elements of this sequence's type.
    ///
    /// - Parameter relays: receive the elements.
    /// - Returns: the subscription.
    public func emit(to relays: PublishRelay<Element?>...) -> Disposable {
        asObservable().wrapped().feed(relays, of: "PublishRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays`, in their order. A completion is ignored.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let latest = BehaviorRelay(value: 0)
    /// let subscription = prices.asSignal(onErrorJustReturn: 0).emit(to: latest)
    /// prices.onNext(5)
    /// print(latest.value)
    /// // 5
    /// ```
    ///
    /// - Parameter relays: receive the elements.
    /// - Returns: the subscription.
    public func emit(to relays: BehaviorRelay<Element>...) -> Disposable {
        asObservable().feed(relays, of: "BehaviorRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays` whose elements are optional, in their order; otherwise as `emit(to:)` of relays
    /// with elements of this sequence's type.
    ///
    /// - Parameter relays: receive the elements.
    /// - Returns: the subscription.
    public func emit(to relays: BehaviorRelay<Element?>...) -> Disposable {
        asObservable().wrapped().feed(relays, of: "BehaviorRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays`, in their order. A completion is ignored.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let latest = ReplayRelay<Int>.create(bufferSize: 1)
    /// let subscription = prices.asSignal(onErrorJustReturn: 0).emit(to: latest)
    /// prices.onNext(5)
    /// let shown = latest.subscribe(onNext: { print($0) })
    /// // 5
    /// ```
    ///
    /// - Parameter relays: receive the elements.
    /// - Returns: the subscription.
    public func emit(to relays: ReplayRelay<Element>...) -> Disposable {
        asObservable().feed(relays, of: "ReplayRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays` whose elements are optional, in their order; otherwise as `emit(to:)` of relays
    /// with elements of this sequence's type.
    ///
    /// - Parameter relays: receive the elements.
    /// - Returns: the subscription.
    public func emit(to relays: ReplayRelay<Element?>...) -> Disposable {
        asObservable().wrapped().feed(relays, of: "ReplayRelay") { $0.accept($1) }
    }

    /// Calls a closure for each kind of event.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let subscription = prices.asSignal(onErrorJustReturn: 0)
    ///     .emit(onNext: { print($0) }, onCompleted: { print("completed") })
    /// prices.onNext(5)
    /// prices.onCompleted()
    /// // 5
    /// // completed
    /// ```
    ///
    /// - Parameters:
    ///   - onNext: called for each element, on the scheduler that the signal emits on.
    ///   - onCompleted: called if the sequence completes.
    ///   - onDisposed: called once, after `onCompleted`, or when the subscription is disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription.
    public func emit(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        onNext: (@isolated(any) (Element) -> Void)?? = nil,
        onCompleted: (@isolated(any) () -> Void)?? = nil,
        onDisposed: (@isolated(any) () -> Void)?? = nil
    ) -> Disposable {
        let site = CallSite("emit(onNext:)", fileID, line)
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
    ///   - onNext: called for each element, on the scheduler that the signal emits on.
    ///   - onCompleted: called if the sequence completes.
    ///   - onDisposed: called once, after `onCompleted`, or when the subscription is disposed.
    /// - Returns: the subscription.
    @_disfavoredOverload
    public func emit(
        onNext: ((Element) -> Void)?,
        onCompleted: (() -> Void)?,
        onDisposed: (() -> Void)?
    ) -> Disposable {
        emit(fileID: "(unknown)", line: 0, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Calls a closure with `object` and each element, and one with `object` at the completion.
    ///
    /// Once `object` is gone, the closures are not called any more.
    ///
    /// ```swift
    /// final class Label { var text = "" }
    /// let label = Label()
    /// let prices = PublishSubject<Int>()
    /// let subscription = prices.asSignal(onErrorJustReturn: 0)
    ///     .emit(with: label, onNext: { label, price in label.text = "\(price) EUR" })
    /// prices.onNext(5)
    /// print(label.text)
    /// // 5 EUR
    /// ```
    ///
    /// - Parameters:
    ///   - object: what the closures get as their first argument; it is held weakly.
    ///   - onNext: called for each element, on the scheduler that the signal emits on.
    ///   - onCompleted: called if the sequence completes.
    ///   - onDisposed: called once, unless `object` is gone: after `onCompleted`, or when the subscription is
    ///     disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription.
    public func emit<Object: AnyObject>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        with object: Object,
        onNext: (@isolated(any) (Object, Element) -> Void)?? = nil,
        onCompleted: (@isolated(any) (Object) -> Void)?? = nil,
        onDisposed: (@isolated(any) (Object) -> Void)?? = nil
    ) -> Disposable {
        let site = CallSite("emit(with:onNext:)", fileID, line)
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
    ///   - onNext: called for each element, on the scheduler that the signal emits on.
    ///   - onCompleted: called if the sequence completes.
    ///   - onDisposed: called once, unless `object` is gone: after `onCompleted`, or when the subscription is
    ///     disposed.
    /// - Returns: the subscription.
    @_disfavoredOverload
    public func emit<Object: AnyObject>(
        with object: Object,
        onNext: ((Object, Element) -> Void)?,
        onCompleted: ((Object) -> Void)?,
        onDisposed: ((Object) -> Void)?
    ) -> Disposable {
        emit(
            fileID: "(unknown)",
            line: 0,
            with: object,
            onNext: onNext,
            onCompleted: onCompleted,
            onDisposed: onDisposed
        )
    }

    /// Subscribes without receiving the events, for the side effects of the operators.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let subscription = prices.asSignal(onErrorJustReturn: 0)
    ///     .do(onNext: { print($0) })
    ///     .emit()
    /// prices.onNext(5)
    /// // 5
    /// ```
    ///
    /// - Returns: the subscription.
    public func emit() -> Disposable {
        asObservable().subscribe()
    }
}
