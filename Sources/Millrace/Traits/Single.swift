/// The promise of a `Single`.
public enum SingleTrait {}

/// A source of exactly one element, or an error.
public typealias Single<Element> = PrimitiveSequence<SingleTrait, Element>

/// What a `Single` sends: the element or the error.
public typealias SingleEvent<Element> = Result<Element, Swift.Error>

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// What a `Single` sends its event to.
    public typealias SingleObserver = (SingleEvent<Element>) -> Void

    /// A source whose subscriptions run `subscribe`.
    ///
    /// - Parameter subscribe: called once for each subscription, with the closure to call with the event, of which the
    ///   first call counts; returns what is disposed when the subscription ends.
    @preconcurrency
    public static func create(
        subscribe: @escaping @Sendable (@escaping SingleObserver) -> Disposable
    ) -> Single<Element> {
        PrimitiveSequence(
            raw: Observable.create { observer in
                subscribe { event in
                    switch event {
                    case .success(let element):
                        observer.onNext(element)
                        observer.onCompleted()
                    case .failure(let error):
                        observer.onError(error)
                    }
                }
            }
        )
    }

    /// Calls `observer` with the element or the error.
    ///
    /// - Parameter observer: called once at most, on the thread that emits.
    /// - Returns: the subscription.
    @preconcurrency
    public func subscribe(_ observer: @escaping @Sendable (SingleEvent<Element>) -> Void) -> Disposable {
        primitiveSequence.asObservable().subscribe { event in
            switch event {
            case .next(let element): observer(.success(element))
            case .error(let error): observer(.failure(error))
            case .completed: break
            }
        }
    }

    /// Calls a closure with the element, or another one with the error.
    ///
    /// An error without `onFailure` goes to `Hooks.defaultErrorHandler`, together with the place of this call.
    ///
    /// - Parameters:
    ///   - onSuccess: called with the element, on the thread that emits.
    ///   - onFailure: called with the error.
    ///   - onDisposed: called once, after one of the closures above or when the subscription is disposed.
    /// - Returns: the subscription.
    @preconcurrency
    public func subscribe(
        onSuccess: (@Sendable (Element) -> Void)? = nil,
        onFailure: (@Sendable (Swift.Error) -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Disposable {
        // The source has yet to complete when the element is there.
        let disposed = onDisposed.map { AnonymousDisposable($0) }
        let handlers = Handlers.make(
            onError: onFailure,
            onCompleted: nil,
            onDisposed: disposed.map { disposed in { disposed.dispose() } }
        )
        let sink = AnonymousSink<Element>(
            { element in
                onSuccess?(element)
                disposed?.dispose()
            },
            handlers,
            fileID,
            line
        )
        primitiveSequence.asObservable().subscribe(sink: sink)
        return sink
    }

    /// Calls a closure with the element, or another one with the error; the form to use as a function value.
    @preconcurrency
    @_disfavoredOverload
    public func subscribe(
        onSuccess: (@Sendable (Element) -> Void)? = nil,
        onFailure: (@Sendable (Swift.Error) -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> Disposable {
        subscribe(
            onSuccess: onSuccess,
            onFailure: onFailure,
            onDisposed: onDisposed,
            fileID: "(unknown)",
            line: 0
        )
    }
}
