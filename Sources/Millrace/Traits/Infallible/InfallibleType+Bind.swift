extension InfallibleType {
    /// Sends every event to `observers`, in their order; as `ObservableType.bind(to:)`.
    ///
    /// - Parameter observers: receive the events.
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind<Observer: ObserverType>(to observers: Observer...) -> Disposable
    where Observer.Element == Element {
        asObservable().feed(observers)
    }

    /// Sends every event to `observers` whose elements are optional, in their order; as `ObservableType.bind(to:)`.
    ///
    /// - Parameter observers: receive the events.
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind<Observer: ObserverType>(to observers: Observer...) -> Disposable
    where Observer.Element == Element? {
        asObservable().wrapped().feed(observers)
    }

    /// Calls `binder` with this sequence and returns the result, so that a call of a binding function reads like
    /// `bind(to:)`; as `ObservableType.bind(to:)`.
    ///
    /// - Parameter binder: the binding function.
    @_disfavoredOverload  // so that `bind { … }` without a label calls `bind(onNext:)`
    public func bind<Result>(to binder: (Self) -> Result) -> Result {
        binder(self)
    }

    /// Calls `binder` with this sequence, calls its result with `argument`, and returns what that call returns; as
    /// `ObservableType.bind(to:curriedArgument:)`.
    ///
    /// - Parameters:
    ///   - binder: the binding function.
    ///   - argument: its second argument.
    public func bind<R1, R2>(to binder: (Self) -> (R1) -> R2, curriedArgument argument: R1) -> R2 {
        binder(self)(argument)
    }

    /// Calls `onNext` for each element; as `ObservableType.bind(onNext:)`.
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
        asObservable().bind(fileID: fileID, line: line, onNext: onNext)
    }

    /// Calls `onNext` for each element; otherwise as the overload that has default arguments. This one has none, so it
    /// can be used as a function value.
    ///
    /// - Parameter onNext: called for each element, on the thread that emits.
    /// - Returns: the subscription, which ends the binding when it is disposed.
    @_disfavoredOverload
    public func bind(onNext: @escaping (Element) -> Void) -> Disposable {
        bind(fileID: "(unknown)", line: 0, onNext: onNext)
    }

    /// Hands each element to `relays`, in their order; as `ObservableType.bind(to:)`. An error is a programming error:
    /// a debug build stops, a release build prints it. A completion is ignored.
    ///
    /// - Parameter relays: receive the elements.
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind(to relays: PublishRelay<Element>...) -> Disposable {
        asObservable().feed(relays, of: "PublishRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays` whose elements are optional, in their order; otherwise as `bind(to:)` of relays
    /// with elements of this sequence's type.
    ///
    /// - Parameter relays: receive the elements.
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind(to relays: PublishRelay<Element?>...) -> Disposable {
        asObservable().wrapped().feed(relays, of: "PublishRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays`, in their order; as `ObservableType.bind(to:)`. An error is a programming error:
    /// a debug build stops, a release build prints it. A completion is ignored.
    ///
    /// - Parameter relays: receive the elements.
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind(to relays: BehaviorRelay<Element>...) -> Disposable {
        asObservable().feed(relays, of: "BehaviorRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays` whose elements are optional, in their order; otherwise as `bind(to:)` of relays
    /// with elements of this sequence's type.
    ///
    /// - Parameter relays: receive the elements.
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind(to relays: BehaviorRelay<Element?>...) -> Disposable {
        asObservable().wrapped().feed(relays, of: "BehaviorRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays`, in their order; as `ObservableType.bind(to:)`. An error is a programming error:
    /// a debug build stops, a release build prints it. A completion is ignored.
    ///
    /// - Parameter relays: receive the elements.
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind(to relays: ReplayRelay<Element>...) -> Disposable {
        asObservable().feed(relays, of: "ReplayRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays` whose elements are optional, in their order; otherwise as `bind(to:)` of relays
    /// with elements of this sequence's type.
    ///
    /// - Parameter relays: receive the elements.
    /// - Returns: the subscription, which ends the binding when it is disposed.
    public func bind(to relays: ReplayRelay<Element?>...) -> Disposable {
        asObservable().wrapped().feed(relays, of: "ReplayRelay") { $0.accept($1) }
    }
}
