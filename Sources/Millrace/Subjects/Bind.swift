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

    /// Hands this sequence to `binder` and returns the result, so that a call of a binding function reads like
    /// `bind(to:)`.
    public func bind<Result>(to binder: (Self) -> Result) -> Result {
        binder(self)
    }

    /// Hands this sequence and then `argument` to `binder`, and returns the result.
    public func bind<R1, R2>(to binder: (Self) -> (R1) -> R2, curriedArgument argument: R1) -> R2 {
        binder(self)(argument)
    }

    /// Calls `onNext` for each element, together with `object`, which is held weakly. Once `object` is gone, `onNext`
    /// is not called any more. An error is a programming error: a debug build stops, a release build prints it.
    ///
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind<Object: AnyObject>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        with object: Object,
        onNext: @escaping @isolated(any) (Object, Element) -> Void
    ) -> Disposable {
        let onNext = CallSite("bind(with:onNext:)", fileID, line).plain(onNext)
        let target = WeakReference(object)
        return bindPlain(fileID, line) { element in
            if let object = target.object { onNext(object, element) }
        }
    }

    /// Calls `onNext` for each element, together with `object`; the form to use as a function value.
    @_disfavoredOverload
    public func bind<Object: AnyObject>(
        with object: Object,
        onNext: @escaping @isolated(any) (Object, Element) -> Void
    ) -> Disposable {
        bind(fileID: "(unknown)", line: 0, with: object, onNext: onNext)
    }

    /// Calls `onNext` for each element. An error is a programming error: a debug build stops, a release build prints
    /// it.
    ///
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        onNext: @escaping @isolated(any) (Element) -> Void
    ) -> Disposable {
        bindPlain(fileID, line, onNext: CallSite("bind(onNext:)", fileID, line).plain(onNext))
    }

    /// Calls `onNext` for each element; the form to use as a function value.
    @_disfavoredOverload
    public func bind(onNext: @escaping @isolated(any) (Element) -> Void) -> Disposable {
        bind(fileID: "(unknown)", line: 0, onNext: onNext)
    }

    private func bindPlain(
        _ fileID: StaticString,
        _ line: UInt,
        onNext: @escaping (Element) -> Void
    ) -> Disposable {
        subscribePlain(
            onNext: onNext,
            onError: { error in reportMisuse("bind(onNext:): an error was bound: \(error)") },
            fileID: fileID,
            line: line
        )
    }
}

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

// Feeds one source to several receivers, for the various forms of `bind(to:)`.

extension Observable {
    /// Sends each event to all observers, in their order.
    func feed<Observer: ObserverType>(_ observers: [Observer]) -> Disposable where Observer.Element == Element {
        let receivers = Receivers(all: observers.map { $0.on })
        return subscribe { event in
            for receive in receivers.all { receive(event) }
        }
    }

    /// Hands each element to all relays, in their order. An error is a programming error: relays do not fail.
    func feed<Relay>(
        _ relays: [Relay],
        of kind: StaticString,
        accept: @escaping (Relay, Element) -> Void
    ) -> Disposable {
        let receivers = Receivers<Element>(all: relays.map { relay in { element in accept(relay, element) } })
        return subscribe(
            onNext: { element in
                for receive in receivers.all { receive(element) }
            },
            onError: { error in reportMisuse("bind: an error was bound to a \(kind): \(error)") }
        )
    }

    /// The elements, each wrapped in an optional.
    func wrapped() -> Observable<Element?> {
        map { $0 }
    }
}

/// The receivers, in a form that `@Sendable` closures may capture. Their owners answer for their thread safety.
private struct Receivers<Value>: @unchecked Sendable {
    let all: [(Value) -> Void]
}
