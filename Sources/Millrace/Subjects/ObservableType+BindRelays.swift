extension ObservableType {
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
