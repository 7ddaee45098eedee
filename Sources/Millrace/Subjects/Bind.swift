extension ObservableType {
    /// Sends every event to `observers`, in their order.
    ///
    /// ```swift
    /// let (numbers, results) = (PublishSubject<Int>(), PublishSubject<Int>())
    /// let printing = results.subscribe { print($0) }
    /// let binding = numbers.map { $0 * 10 }.bind(to: results)
    /// numbers.onNext(1)
    /// numbers.onCompleted()
    /// // next(10)
    /// // completed
    /// ```
    ///
    /// - Parameter observers: what receives the events.
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind<Observer: ObserverType>(to observers: Observer...) -> Disposable
    where Observer.Element == Element {
        asObservable().bind(observers)
    }

    /// Sends every event to `observers` of the optional type; otherwise as `bind(to:)`.
    ///
    /// - Parameter observers: what receives the events.
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind<Observer: ObserverType>(to observers: Observer...) -> Disposable
    where Observer.Element == Element? {
        asObservable().wrapped().bind(observers)
    }

    /// Hands this sequence to `binder` and returns the result, so that a call of a binding function reads like
    /// `bind(to:)`.
    ///
    /// ```swift
    /// func printing(_ source: Observable<Int>) -> Disposable {
    ///     source.subscribe(onNext: { print($0) })
    /// }
    /// let binding = Observable.of(1, 2).bind(to: printing)
    /// // 1
    /// // 2
    /// ```
    ///
    /// - Parameter binder: called once, with this sequence.
    /// - Returns: what `binder` returns.
    @_disfavoredOverload  // so that `bind { … }` without a label calls `bind(onNext:)`
    public func bind<Result>(to binder: (Self) -> Result) -> Result {
        binder(self)
    }

    /// Hands this sequence and then `argument` to `binder`, and returns the result.
    ///
    /// ```swift
    /// func printing(_ source: Observable<Int>) -> (String) -> Disposable {
    ///     { title in source.subscribe(onNext: { print("\(title): \($0)") }) }
    /// }
    /// let binding = Observable.of(1, 2).bind(to: printing, curriedArgument: "price")
    /// // price: 1
    /// // price: 2
    /// ```
    ///
    /// - Parameters:
    ///   - binder: called once, with this sequence.
    ///   - argument: what the function that `binder` returns is called with.
    /// - Returns: what that function returns.
    public func bind<R1, R2>(to binder: (Self) -> (R1) -> R2, curriedArgument argument: R1) -> R2 {
        binder(self)(argument)
    }

    /// Calls `onNext` for each element, together with `object`, which is held weakly. Once `object` is gone, `onNext`
    /// is not called any more. An error is a programming error: a debug build stops, a release build prints it.
    ///
    /// ```swift
    /// final class Thermometer: Sendable {
    ///     func show(_ degrees: Int) -> String { "\(degrees) °C" }
    /// }
    /// let thermometer = Thermometer()
    /// let binding = Observable.of(20, 21).bind(with: thermometer) { print($0.show($1)) }
    /// // 20 °C
    /// // 21 °C
    /// ```
    ///
    /// - Parameters:
    ///   - object: the object that `onNext` works for; held weakly.
    ///   - onNext: called for each element, on the thread that emits.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind<Object: AnyObject>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        with object: Object,
        onNext: @escaping @isolated(any) (Object, Element) -> Void
    ) -> Disposable {
        let onNext = CallSite("bind(with:onNext:)", fileID, line).withoutIsolation(onNext)
        let target = WeakReference(object)
        return bindWithoutIsolation("bind(with:onNext:): an error was bound:", fileID, line) { element in
            if let object = target.object { onNext(object, element) }
        }
    }

    /// The form to use as a function value; otherwise as `bind(with:onNext:)`.
    @_disfavoredOverload
    public func bind<Object: AnyObject>(
        with object: Object,
        onNext: @escaping (Object, Element) -> Void
    ) -> Disposable {
        bind(fileID: "(unknown)", line: 0, with: object, onNext: onNext)
    }

    /// Calls `onNext` for each element. An error is a programming error: a debug build stops, a release build prints
    /// it.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let binding = prices.bind(onNext: { print("price: \($0)") })
    /// prices.onNext(101)
    /// // price: 101
    /// ```
    ///
    /// - Parameters:
    ///   - onNext: called for each element, on the thread that emits.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        onNext: @escaping @isolated(any) (Element) -> Void
    ) -> Disposable {
        let onNext = CallSite("bind(onNext:)", fileID, line).withoutIsolation(onNext)
        return bindWithoutIsolation("bind(onNext:): an error was bound:", fileID, line, onNext: onNext)
    }

    /// The form to use as a function value; otherwise as `bind(onNext:)`.
    @_disfavoredOverload
    public func bind(onNext: @escaping (Element) -> Void) -> Disposable {
        bind(fileID: "(unknown)", line: 0, onNext: onNext)
    }

    private func bindWithoutIsolation(
        _ complaint: StaticString,
        _ fileID: StaticString,
        _ line: UInt,
        onNext: @escaping (Element) -> Void
    ) -> Disposable {
        subscribeWithoutIsolation(
            onNext: onNext,
            onError: { error in
                reportMisuse(
                    "\(complaint) \(error)",
                    at: line == 0 ? nil : "\(fileID):\(line)",
                    // Whole, since a test looks for what the page on debugging quotes.
                    whatToDo: """
                        recover from the error in front of bind, with catchAndReturn(_:), catch(_:) or retry(_:); or use \
                        subscribe, with onError
                        """
                )
            },
            fileID: fileID,
            line: line
        )
    }
}

extension ObservableType {
    /// Hands each element to `relays`, in their order. An error is a programming error: a debug build stops, a release
    /// build prints it. Completion is ignored.
    ///
    /// ```swift
    /// let alerts = PublishRelay<String>()
    /// let printing = alerts.subscribe { print($0) }
    /// let binding = Observable.of("disk full").bind(to: alerts)  // the relay does not complete
    /// alerts.accept("door open")
    /// // next(disk full)
    /// // next(door open)
    /// ```
    ///
    /// - Parameter relays: what accepts the elements.
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind(to relays: PublishRelay<Element>...) -> Disposable {
        asObservable().feed(relays, of: "PublishRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays` of the optional type; otherwise as `bind(to:)`.
    ///
    /// - Parameter relays: what accepts the elements.
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind(to relays: PublishRelay<Element?>...) -> Disposable {
        asObservable().wrapped().feed(relays, of: "PublishRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays`, in their order. An error is a programming error: a debug build stops, a release
    /// build prints it. Completion is ignored.
    ///
    /// ```swift
    /// let status = BehaviorRelay(value: "starting")
    /// let binding = Observable.of("loading", "ready").bind(to: status)
    /// print(status.value)
    /// // ready
    /// ```
    ///
    /// - Parameter relays: what accepts the elements.
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind(to relays: BehaviorRelay<Element>...) -> Disposable {
        asObservable().feed(relays, of: "BehaviorRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays` of the optional type; otherwise as `bind(to:)`.
    ///
    /// - Parameter relays: what accepts the elements.
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind(to relays: BehaviorRelay<Element?>...) -> Disposable {
        asObservable().wrapped().feed(relays, of: "BehaviorRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays`, in their order. An error is a programming error: a debug build stops, a release
    /// build prints it. Completion is ignored.
    ///
    /// ```swift
    /// let history = ReplayRelay<String>.create(bufferSize: 2)
    /// let binding = Observable.of("a", "b", "c").bind(to: history)
    /// let subscription = history.subscribe(onNext: { print($0) })
    /// // b
    /// // c
    /// ```
    ///
    /// - Parameter relays: what accepts the elements.
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind(to relays: ReplayRelay<Element>...) -> Disposable {
        asObservable().feed(relays, of: "ReplayRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays` of the optional type; otherwise as `bind(to:)`.
    ///
    /// - Parameter relays: what accepts the elements.
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind(to relays: ReplayRelay<Element?>...) -> Disposable {
        asObservable().wrapped().feed(relays, of: "ReplayRelay") { $0.accept($1) }
    }
}

// Feeds one source to several receivers, for the various forms of `bind(to:)`.

extension Observable {
    /// Sends each event to all observers, in their order.
    func feed<Observer: ObserverType>(_ observers: [Observer]) -> Disposable where Observer.Element == Element {
        let receivers = observers.map { $0.on }
        return subscribe { event in
            for receive in receivers { receive(event) }
        }
    }

    /// As `feed`. An observer that refuses errors cannot name the place of the binding; this function does.
    @inline(__always)
    fileprivate func bind<Observer: ObserverType>(_ observers: [Observer]) -> Disposable
    where Observer.Element == Element {
        guard let type = Observer.self as? any ErrorRefusingObserver.Type else { return feed(observers) }
        return feed(observers, of: type.kind, accept: { $0.onNext($1) }, complete: { $0.onCompleted() })
    }

    /// Hands each element to all relays, in their order. An error is a programming error: relays do not fail.
    func feed<Relay>(
        _ relays: [Relay],
        of kind: StaticString,
        accept: @escaping (Relay, Element) -> Void,
        complete: ((Relay) -> Void)? = nil
    ) -> Disposable {
        nonisolated(unsafe) let receivers = relays.map { relay in { element in accept(relay, element) } }
        // The source may fail much later; then the stack says nothing of the binding. Optimized, few calls are between
        // here and the user's, and each that is captured costs the subscription a tenth of a microsecond.
        #if DEBUG
            let caller = StackTrace.capture(limit: 16)
        #else
            let caller = StackTrace.capture(limit: 5)
        #endif
        return subscribeWithoutIsolation(
            onNext: { element in
                for receive in receivers { receive(element) }
            },
            onError: { error in
                let place = caller.userPlace.map { shortPlace($0.path, $0.line) }
                reportMisuse(
                    "bind: an error was bound to a \(kind): \(error)",
                    at: place,
                    whatToDo: recover(inFrontOf: "bind")
                )
            },
            onCompleted: complete.map { complete in { for relay in relays { complete(relay) } } },
            // Unknown here: the place is that of the user's call, which a dump and the report above find in the stack.
            fileID: "(unknown)",
            line: 0
        )
    }

    /// The elements, each wrapped in an optional.
    func wrapped() -> Observable<Element?> {
        map { $0 }
    }
}
