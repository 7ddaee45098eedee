private let notOnMainThread =
    """
    Driver.drive: not on the main thread, where the element that is replayed has to be delivered. Call drive in a function \
    of the main actor, or in a block of DispatchQueue.main; or call asObservable().subscribe, which any thread may.
    """

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
    /// Sends every event to `observers`, in their order.
    ///
    /// Precondition: it is called on the main thread.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let shown = AnyObserver<Int> { event in print(event) }
    /// let subscription = prices.asDriver(onErrorJustReturn: 0).drive(shown)
    /// prices.onNext(5)
    /// prices.onCompleted()
    /// // next(5)
    /// // completed
    /// ```
    ///
    /// - Parameter observers: receive the events.
    /// - Returns: the subscription.
    public func drive<Observer: ObserverType>(_ observers: Observer...) -> Disposable
    where Observer.Element == Element {
        MainScheduler.ensureRunningOnMainThread(errorMessage: notOnMainThread)
        return asObservable().feed(observers)
    }

    /// Sends every event to `observers` whose elements are optional, in their order; otherwise as `drive(_:)` of
    /// observers with elements of this sequence's type.
    ///
    /// - Parameter observers: receive the events.
    /// - Returns: the subscription.
    public func drive<Observer: ObserverType>(_ observers: Observer...) -> Disposable
    where Observer.Element == Element? {
        MainScheduler.ensureRunningOnMainThread(errorMessage: notOnMainThread)
        return asObservable().wrapped().feed(observers)
    }

    /// Hands each element to `relays`, in their order. A completion is ignored.
    ///
    /// Precondition: it is called on the main thread.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let latest = BehaviorRelay(value: 0)
    /// let subscription = prices.asDriver(onErrorJustReturn: 0).drive(latest)
    /// prices.onNext(5)
    /// print(latest.value)
    /// // 5
    /// ```
    ///
    /// - Parameter relays: receive the elements.
    /// - Returns: the subscription.
    public func drive(_ relays: BehaviorRelay<Element>...) -> Disposable {
        MainScheduler.ensureRunningOnMainThread(errorMessage: notOnMainThread)
        return asObservable().feed(relays, of: "BehaviorRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays` whose elements are optional, in their order; otherwise as `drive(_:)` of relays
    /// with elements of this sequence's type.
    ///
    /// - Parameter relays: receive the elements.
    /// - Returns: the subscription.
    public func drive(_ relays: BehaviorRelay<Element?>...) -> Disposable {
        MainScheduler.ensureRunningOnMainThread(errorMessage: notOnMainThread)
        return asObservable().wrapped().feed(relays, of: "BehaviorRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays`, in their order. A completion is ignored.
    ///
    /// Precondition: it is called on the main thread.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let latest = ReplayRelay<Int>.create(bufferSize: 1)
    /// let subscription = prices.asDriver(onErrorJustReturn: 0).drive(latest)
    /// prices.onNext(5)
    /// let shown = latest.subscribe(onNext: { print($0) })
    /// // 5
    /// ```
    ///
    /// - Parameter relays: receive the elements.
    /// - Returns: the subscription.
    public func drive(_ relays: ReplayRelay<Element>...) -> Disposable {
        MainScheduler.ensureRunningOnMainThread(errorMessage: notOnMainThread)
        return asObservable().feed(relays, of: "ReplayRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays` whose elements are optional, in their order; otherwise as `drive(_:)` of relays
    /// with elements of this sequence's type.
    ///
    /// - Parameter relays: receive the elements.
    /// - Returns: the subscription.
    public func drive(_ relays: ReplayRelay<Element?>...) -> Disposable {
        MainScheduler.ensureRunningOnMainThread(errorMessage: notOnMainThread)
        return asObservable().wrapped().feed(relays, of: "ReplayRelay") { $0.accept($1) }
    }

    /// Calls `transformation` with this sequence and returns the result, so that a call of a subscribing function reads
    /// like `drive`.
    ///
    /// Precondition: it is called on the main thread.
    ///
    /// ```swift
    /// func log(_ source: Observable<Int>) -> Disposable { source.subscribe(onNext: { print("price: \($0)") }) }
    /// let prices = PublishSubject<Int>()
    /// let subscription = prices.asDriver(onErrorJustReturn: 0).drive(log)
    /// prices.onNext(5)
    /// // price: 5
    /// ```
    ///
    /// - Parameter transformation: the subscribing function.
    /// - Returns: what `transformation` returns.
    public func drive<Result>(_ transformation: (Observable<Element>) -> Result) -> Result {
        MainScheduler.ensureRunningOnMainThread(errorMessage: notOnMainThread)
        return transformation(asObservable())
    }

    /// Calls `with` with this sequence, calls its result with `curriedArgument`, and returns what that call returns.
    ///
    /// Precondition: it is called on the main thread.
    ///
    /// ```swift
    /// func log(_ source: Observable<Int>) -> (String) -> Disposable {
    ///     { name in source.subscribe(onNext: { print("\(name): \($0)") }) }
    /// }
    /// let prices = PublishSubject<Int>()
    /// let subscription = prices.asDriver(onErrorJustReturn: 0).drive(log, curriedArgument: "price")
    /// prices.onNext(5)
    /// // price: 5
    /// ```
    ///
    /// - Parameters:
    ///   - with: the subscribing function.
    ///   - curriedArgument: its second argument.
    /// - Returns: what the second call returns.
    public func drive<R1, R2>(_ with: (Observable<Element>) -> (R1) -> R2, curriedArgument: R1) -> R2 {
        MainScheduler.ensureRunningOnMainThread(errorMessage: notOnMainThread)
        return with(asObservable())(curriedArgument)
    }

    /// Calls a closure for each kind of event.
    ///
    /// Precondition: it is called on the main thread.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let subscription = prices.asDriver(onErrorJustReturn: 0)
    ///     .drive(onNext: { print($0) }, onCompleted: { print("completed") })
    /// prices.onNext(5)
    /// prices.onCompleted()
    /// // 5
    /// // completed
    /// ```
    ///
    /// - Parameters:
    ///   - onNext: called for each element, on the scheduler that the driver emits on.
    ///   - onCompleted: called if the sequence completes.
    ///   - onDisposed: called once, after `onCompleted`, or when the subscription is disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription.
    public func drive(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        onNext: (@isolated(any) (Element) -> Void)?? = nil,
        onCompleted: (@isolated(any) () -> Void)?? = nil,
        onDisposed: (@isolated(any) () -> Void)?? = nil
    ) -> Disposable {
        let site = CallSite("drive(onNext:)", fileID, line)
        let onNext = site.withoutIsolation(onNext)
        let onCompleted = site.withoutIsolation(onCompleted)
        let onDisposed = site.withoutIsolation(onDisposed)
        MainScheduler.ensureRunningOnMainThread(errorMessage: notOnMainThread)
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
    ///   - onNext: called for each element, on the scheduler that the driver emits on.
    ///   - onCompleted: called if the sequence completes.
    ///   - onDisposed: called once, after `onCompleted`, or when the subscription is disposed.
    /// - Returns: the subscription.
    @_disfavoredOverload
    public func drive(
        onNext: ((Element) -> Void)?,
        onCompleted: (() -> Void)?,
        onDisposed: (() -> Void)?
    ) -> Disposable {
        drive(fileID: "(unknown)", line: 0, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Calls a closure with `object` and each element, and one with `object` at the completion.
    ///
    /// Once `object` is gone, the closures are not called any more.
    ///
    /// Precondition: it is called on the main thread.
    ///
    /// ```swift
    /// final class Label { var text = "" }
    /// let label = Label()
    /// let prices = PublishSubject<Int>()
    /// let subscription = prices.asDriver(onErrorJustReturn: 0)
    ///     .drive(with: label, onNext: { label, price in label.text = "\(price) EUR" })
    /// prices.onNext(5)
    /// print(label.text)
    /// // 5 EUR
    /// ```
    ///
    /// - Parameters:
    ///   - object: what the closures get as their first argument; it is held weakly.
    ///   - onNext: called for each element, on the scheduler that the driver emits on.
    ///   - onCompleted: called if the sequence completes.
    ///   - onDisposed: called once, unless `object` is gone: after `onCompleted`, or when the subscription is
    ///     disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription.
    public func drive<Object: AnyObject>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        with object: Object,
        onNext: (@isolated(any) (Object, Element) -> Void)?? = nil,
        onCompleted: (@isolated(any) (Object) -> Void)?? = nil,
        onDisposed: (@isolated(any) (Object) -> Void)?? = nil
    ) -> Disposable {
        let site = CallSite("drive(with:onNext:)", fileID, line)
        let onNext = site.withoutIsolation(onNext)
        let onCompleted = site.withoutIsolation(onCompleted)
        let onDisposed = site.withoutIsolation(onDisposed)
        MainScheduler.ensureRunningOnMainThread(errorMessage: notOnMainThread)
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
    ///   - onNext: called for each element, on the scheduler that the driver emits on.
    ///   - onCompleted: called if the sequence completes.
    ///   - onDisposed: called once, unless `object` is gone: after `onCompleted`, or when the subscription is
    ///     disposed.
    /// - Returns: the subscription.
    @_disfavoredOverload
    public func drive<Object: AnyObject>(
        with object: Object,
        onNext: ((Object, Element) -> Void)?,
        onCompleted: ((Object) -> Void)?,
        onDisposed: ((Object) -> Void)?
    ) -> Disposable {
        drive(
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
    /// Precondition: it is called on the main thread.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let subscription = prices.asDriver(onErrorJustReturn: 0)
    ///     .do(onNext: { print($0) })
    ///     .drive()
    /// prices.onNext(5)
    /// // 5
    /// ```
    ///
    /// - Returns: the subscription.
    public func drive() -> Disposable {
        MainScheduler.ensureRunningOnMainThread(errorMessage: notOnMainThread)
        return asObservable().subscribe()
    }
}
