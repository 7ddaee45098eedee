extension InfallibleType {
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

    /// Hands this sequence to `binder` and returns the result, so that a call of a binding function reads like
    /// `bind(to:)`.
    public func bind<Result>(to binder: (Self) -> Result) -> Result {
        binder(self)
    }

    /// Hands this sequence and then `argument` to `binder`, and returns the result.
    public func bind<R1, R2>(to binder: (Self) -> (R1) -> R2, curriedArgument argument: R1) -> R2 {
        binder(self)(argument)
    }

    /// Calls `onNext` for each element.
    ///
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        onNext: @escaping @isolated(any) (Element) -> Void
    ) -> Disposable {
        asObservable().bind(fileID: fileID, line: line, onNext: onNext)
    }

    /// Calls `onNext` for each element; the form to use as a function value.
    @_disfavoredOverload
    public func bind(onNext: @escaping @isolated(any) (Element) -> Void) -> Disposable {
        bind(fileID: "(unknown)", line: 0, onNext: onNext)
    }

    /// Hands each element to `relays`, in their order. An error is a programming error: a debug build stops, a release
    /// build prints it. Completion is ignored.
    ///
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind(to relays: PublishRelay<Element>...) -> Disposable {
        asObservable().feed(relays, of: "PublishRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays` of the optional type, in their order; otherwise as above.
    ///
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind(to relays: PublishRelay<Element?>...) -> Disposable {
        asObservable().wrapped().feed(relays, of: "PublishRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays`, in their order. An error is a programming error: a debug build stops, a release
    /// build prints it. Completion is ignored.
    ///
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind(to relays: BehaviorRelay<Element>...) -> Disposable {
        asObservable().feed(relays, of: "BehaviorRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays` of the optional type, in their order; otherwise as above.
    ///
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind(to relays: BehaviorRelay<Element?>...) -> Disposable {
        asObservable().wrapped().feed(relays, of: "BehaviorRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays`, in their order. An error is a programming error: a debug build stops, a release
    /// build prints it. Completion is ignored.
    ///
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind(to relays: ReplayRelay<Element>...) -> Disposable {
        asObservable().feed(relays, of: "ReplayRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays` of the optional type, in their order; otherwise as above.
    ///
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind(to relays: ReplayRelay<Element?>...) -> Disposable {
        asObservable().wrapped().feed(relays, of: "ReplayRelay") { $0.accept($1) }
    }
}
