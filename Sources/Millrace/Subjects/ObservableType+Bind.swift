extension ObservableType {
    /// Sends every event to `observers`, in their order.
    ///
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind<Observer: ObserverType>(to observers: Observer...) -> Disposable
    where Observer.Element == Element {
        asObservable().feed(observers)
    }

    /// Sends every event to `observers` of the optional type, in their order.
    ///
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind<Observer: ObserverType>(to observers: Observer...) -> Disposable
    where Observer.Element == Element? {
        asObservable().wrapped().feed(observers)
    }

    /// Hands this sequence to `binder` and gives back what that returns, so that a function which binds reads as a bind.
    public func bind<Result>(to binder: (Self) -> Result) -> Result {
        binder(self)
    }

    /// Hands this sequence and then `argument` to `binder`, and gives back what that returns.
    public func bind<R1, R2>(to binder: (Self) -> (R1) -> R2, curriedArgument argument: R1) -> R2 {
        binder(self)(argument)
    }

    /// Calls `onNext` for each element, together with `object`, which is held weakly. Once `object` is gone, nothing is
    /// called any more. An error is a programming error: a debug build stops, a release build prints it.
    ///
    /// - Returns: the subscription, which ends the binding when it is disposed.
    @preconcurrency
    public func bind<Object: AnyObject>(
        with object: Object,
        onNext: @escaping @Sendable (Object, Element) -> Void
    ) -> Disposable {
        let target = WeakReference(object)
        return bind(onNext: { element in
            if let object = target.object { onNext(object, element) }
        })
    }

    /// Calls `onNext` for each element. An error is a programming error: a debug build stops, a release build prints it.
    ///
    /// - Returns: the subscription, which ends the binding when it is disposed.
    @preconcurrency
    public func bind(onNext: @escaping @Sendable (Element) -> Void) -> Disposable {
        subscribe(onNext: onNext, onError: { error in reportMisuse("bind(onNext:): an error was bound: \(error)") })
    }
}
