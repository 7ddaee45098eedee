private let notOnMainThread =
    "Driver.drive: not on the main thread, where the element that is replayed has to be delivered."

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
    /// Sends every event to `observers`, in their order.
    ///
    /// Precondition: it is called on the main thread.
    ///
    /// - Returns: the subscription.
    public func drive<Observer: ObserverType>(_ observers: Observer...) -> Disposable
    where Observer.Element == Element {
        MainScheduler.ensureRunningOnMainThread(errorMessage: notOnMainThread)
        return asObservable().feed(observers)
    }

    /// Sends every event to `observers` of the optional type, in their order; otherwise as above.
    ///
    /// - Returns: the subscription.
    public func drive<Observer: ObserverType>(_ observers: Observer...) -> Disposable
    where Observer.Element == Element? {
        MainScheduler.ensureRunningOnMainThread(errorMessage: notOnMainThread)
        return asObservable().wrapped().feed(observers)
    }

    /// Hands each element to `relays`, in their order. Completion is ignored.
    ///
    /// Precondition: it is called on the main thread.
    ///
    /// - Returns: the subscription.
    public func drive(_ relays: BehaviorRelay<Element>...) -> Disposable {
        MainScheduler.ensureRunningOnMainThread(errorMessage: notOnMainThread)
        return asObservable().feed(relays, of: "BehaviorRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays` of the optional type, in their order; otherwise as above.
    ///
    /// - Returns: the subscription.
    public func drive(_ relays: BehaviorRelay<Element?>...) -> Disposable {
        MainScheduler.ensureRunningOnMainThread(errorMessage: notOnMainThread)
        return asObservable().wrapped().feed(relays, of: "BehaviorRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays`, in their order. Completion is ignored.
    ///
    /// Precondition: it is called on the main thread.
    ///
    /// - Returns: the subscription.
    public func drive(_ relays: ReplayRelay<Element>...) -> Disposable {
        MainScheduler.ensureRunningOnMainThread(errorMessage: notOnMainThread)
        return asObservable().feed(relays, of: "ReplayRelay") { $0.accept($1) }
    }

    /// Hands each element to `relays` of the optional type, in their order; otherwise as above.
    ///
    /// - Returns: the subscription.
    public func drive(_ relays: ReplayRelay<Element?>...) -> Disposable {
        MainScheduler.ensureRunningOnMainThread(errorMessage: notOnMainThread)
        return asObservable().wrapped().feed(relays, of: "ReplayRelay") { $0.accept($1) }
    }

    /// Hands this sequence to `transformation` and returns the result, so that a call of a subscribing function reads
    /// like a `drive`.
    ///
    /// Precondition: it is called on the main thread.
    public func drive<Result>(_ transformation: (Observable<Element>) -> Result) -> Result {
        MainScheduler.ensureRunningOnMainThread(errorMessage: notOnMainThread)
        return transformation(asObservable())
    }

    /// Hands this sequence and then `curriedArgument` to `with`, and returns the result.
    ///
    /// Precondition: it is called on the main thread.
    public func drive<R1, R2>(_ with: (Observable<Element>) -> (R1) -> R2, curriedArgument: R1) -> R2 {
        MainScheduler.ensureRunningOnMainThread(errorMessage: notOnMainThread)
        return with(asObservable())(curriedArgument)
    }

    /// Calls a closure for each kind of event.
    ///
    /// Precondition: it is called on the main thread.
    ///
    /// - Parameters:
    ///   - onNext: called for each element, on the scheduler that the driver emits on.
    ///   - onCompleted: called if the sequence ends.
    ///   - onDisposed: called once, when the sequence has ended (after the closure above) or the subscription is
    ///     disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription.
    public func drive(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        onNext: (@isolated(any) (Element) -> Void)? = nil,
        onCompleted: (@isolated(any) () -> Void)? = nil,
        onDisposed: (@isolated(any) () -> Void)? = nil
    ) -> Disposable {
        let site = CallSite("drive(onNext:)", fileID, line)
        let onNext = site.plain(onNext)
        let onCompleted = site.plain(onCompleted)
        let onDisposed = site.plain(onDisposed)
        MainScheduler.ensureRunningOnMainThread(errorMessage: notOnMainThread)
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
    public func drive(
        onNext: (@isolated(any) (Element) -> Void)?,
        onCompleted: (@isolated(any) () -> Void)?,
        onDisposed: (@isolated(any) () -> Void)?
    ) -> Disposable {
        drive(fileID: "(unknown)", line: 0, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Calls a closure for each kind of event, together with `object`, which is held weakly.
    ///
    /// While `object` lives, its closures are called with it; once it is gone, they are not called any more.
    ///
    /// Precondition: it is called on the main thread.
    ///
    /// - Parameters:
    ///   - object: the object that is handed to the closures.
    ///   - onNext: called for each element, on the scheduler that the driver emits on.
    ///   - onCompleted: called if the sequence ends.
    ///   - onDisposed: called once, when the sequence has ended or the subscription is disposed.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    /// - Returns: the subscription.
    public func drive<Object: AnyObject>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        with object: Object,
        onNext: (@isolated(any) (Object, Element) -> Void)? = nil,
        onCompleted: (@isolated(any) (Object) -> Void)? = nil,
        onDisposed: (@isolated(any) (Object) -> Void)? = nil
    ) -> Disposable {
        let site = CallSite("drive(with:onNext:)", fileID, line)
        let onNext = site.plain(onNext)
        let onCompleted = site.plain(onCompleted)
        let onDisposed = site.plain(onDisposed)
        MainScheduler.ensureRunningOnMainThread(errorMessage: notOnMainThread)
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
    public func drive<Object: AnyObject>(
        with object: Object,
        onNext: (@isolated(any) (Object, Element) -> Void)?,
        onCompleted: (@isolated(any) (Object) -> Void)?,
        onDisposed: (@isolated(any) (Object) -> Void)?
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

    /// Subscribes for the side effects of the operators, without receiving the events.
    ///
    /// Precondition: it is called on the main thread.
    ///
    /// - Returns: the subscription.
    public func drive() -> Disposable {
        MainScheduler.ensureRunningOnMainThread(errorMessage: notOnMainThread)
        return asObservable().subscribe()
    }
}
