// A signal replays nothing, so unlike a driver it may be subscribed to on any thread.

extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
    /// Sends every event to `observers`, in their order.
    ///
    /// - Returns: the subscription.
    public func emit<Observer: ObserverType>(to observers: Observer...) -> Disposable
    where Observer.Element == Element {
        asObservable().feed(observers)
    }

    /// Sends every event to `observers` of the optional type, in their order; otherwise as above.
    ///
    /// - Returns: the subscription.
    public func emit<Observer: ObserverType>(to observers: Observer...) -> Disposable
    where Observer.Element == Element? {
        asObservable().wrapped().feed(observers)
    }

    /// Hands each element to `relays`, in their order. Completion is ignored.
    ///
    /// - Returns: the subscription.
    public func emit(to relays: PublishRelay<Element>...) -> Disposable {
        asObservable().feed(relays, of: "PublishRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays` of the optional type, in their order; otherwise as above.
    ///
    /// - Returns: the subscription.
    public func emit(to relays: PublishRelay<Element?>...) -> Disposable {
        asObservable().wrapped().feed(relays, of: "PublishRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays`, in their order. Completion is ignored.
    ///
    /// - Returns: the subscription.
    public func emit(to relays: BehaviorRelay<Element>...) -> Disposable {
        asObservable().feed(relays, of: "BehaviorRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays` of the optional type, in their order; otherwise as above.
    ///
    /// - Returns: the subscription.
    public func emit(to relays: BehaviorRelay<Element?>...) -> Disposable {
        asObservable().wrapped().feed(relays, of: "BehaviorRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays`, in their order. Completion is ignored.
    ///
    /// - Returns: the subscription.
    public func emit(to relays: ReplayRelay<Element>...) -> Disposable {
        asObservable().feed(relays, of: "ReplayRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays` of the optional type, in their order; otherwise as above.
    ///
    /// - Returns: the subscription.
    public func emit(to relays: ReplayRelay<Element?>...) -> Disposable {
        asObservable().wrapped().feed(relays, of: "ReplayRelay") { $0.accept($1) }
    }

    /// Calls a closure for each kind of event.
    ///
    /// - Parameters:
    ///   - onNext: called for each element, on the scheduler that the signal emits on.
    ///   - onCompleted: called if the sequence ends.
    ///   - onDisposed: called once, when the sequence has ended (after the closure above) or the subscription is
    ///     disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription.
    public func emit(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        onNext: (@isolated(any) (Element) -> Void)? = nil,
        onCompleted: (@isolated(any) () -> Void)? = nil,
        onDisposed: (@isolated(any) () -> Void)? = nil
    ) -> Disposable {
        let site = CallSite("emit(onNext:)", fileID, line)
        let onNext = site.plain(onNext)
        let onCompleted = site.plain(onCompleted)
        let onDisposed = site.plain(onDisposed)
        return asObservable().subscribePlain(
            onNext: onNext,
            onCompleted: onCompleted,
            onDisposed: onDisposed,
            fileID: fileID,
            line: line
        )
    }

    /// Calls a closure for each kind of event; the form to use as a function value.
    @_disfavoredOverload
    public func emit(
        onNext: (@isolated(any) (Element) -> Void)?,
        onCompleted: (@isolated(any) () -> Void)?,
        onDisposed: (@isolated(any) () -> Void)?
    ) -> Disposable {
        emit(fileID: "(unknown)", line: 0, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Calls a closure for each kind of event, together with `object`, which is held weakly.
    ///
    /// While `object` lives, its closures are called with it; once it is gone, they are not called any more.
    ///
    /// - Parameters:
    ///   - object: the object that is handed to the closures.
    ///   - onNext: called for each element, on the scheduler that the signal emits on.
    ///   - onCompleted: called if the sequence ends.
    ///   - onDisposed: called once, when the sequence has ended or the subscription is disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription.
    public func emit<Object: AnyObject>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        with object: Object,
        onNext: (@isolated(any) (Object, Element) -> Void)? = nil,
        onCompleted: (@isolated(any) (Object) -> Void)? = nil,
        onDisposed: (@isolated(any) (Object) -> Void)? = nil
    ) -> Disposable {
        let site = CallSite("emit(with:onNext:)", fileID, line)
        let onNext = site.plain(onNext)
        let onCompleted = site.plain(onCompleted)
        let onDisposed = site.plain(onDisposed)
        return asObservable().subscribePlain(
            with: object,
            onNext: onNext,
            onCompleted: onCompleted,
            onDisposed: onDisposed,
            fileID: fileID,
            line: line
        )
    }

    /// Calls a closure for each kind of event, together with `object`; the form to use as a function value.
    @_disfavoredOverload
    public func emit<Object: AnyObject>(
        with object: Object,
        onNext: (@isolated(any) (Object, Element) -> Void)?,
        onCompleted: (@isolated(any) (Object) -> Void)?,
        onDisposed: (@isolated(any) (Object) -> Void)?
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

    /// Subscribes for the side effects of the operators, without receiving the events.
    ///
    /// - Returns: the subscription.
    public func emit() -> Disposable {
        asObservable().subscribe()
    }
}
