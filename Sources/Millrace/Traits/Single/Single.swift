/// The promise of a `Single`.
public enum SingleTrait {}

/// A source of exactly one element, or an error.
///
/// ```swift
/// let user = Single.just("Ada")
/// let subscription = user
///     .map { "hello, \($0)" }
///     .subscribe(onSuccess: { print($0) }, onFailure: { print("no user: \($0)") })
/// // hello, Ada
/// ```
public typealias Single<Element> = PrimitiveSequence<SingleTrait, Element>

/// What a `Single` sends: the element or the error.
public typealias SingleEvent<Element> = Result<Element, Swift.Error>

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// What a `Single` sends its event to.
    public typealias SingleObserver = (SingleEvent<Element>) -> Void

    /// A source whose subscriptions run `subscribe`.
    ///
    /// - **Emits** the element of the first event that `subscribe` sends, if that is `.success`, and completes with it.
    /// - **Fails** with the error of the first event, if that is `.failure`. Later events are ignored.
    /// - **Disposal** disposes what `subscribe` returned; so does the event.
    /// - **Thread**: `subscribe` is called on the thread that subscribes; emits on the thread that sends the event.
    /// - **Complexity**: O(1).
    ///
    /// ```swift
    /// func user(_ id: Int) -> Single<String> {
    ///     .create { observer in
    ///         observer(id == 0 ? .failure(RxError.noElements) : .success("user \(id)"))
    ///         return Disposables.create()
    ///     }
    /// }
    /// let subscription = user(7).subscribe(onSuccess: { print($0) })
    /// // user 7
    /// ```
    ///
    /// - Parameter subscribe: called once for each subscription, with the closure to call with the event. It returns
    ///   what to dispose when the subscription ends.
    public static func create(
        subscribe: @escaping (@escaping SingleObserver) -> Disposable
    ) -> Single<Element> {
        PrimitiveSequence(
            raw: Observable.create { observer in
                subscribe { event in
                    switch event {
                    case .success(let element):
                        observer.succeed(element)
                    case .failure(let error):
                        observer.onError(error)
                    }
                }
            }
        )
    }

    /// A source of `element`; as `ObservableType.just(_:)`.
    ///
    /// - Parameter element: the element.
    public static func just(_ element: Element) -> Single<Element> {
        PrimitiveSequence(raw: .just(element))
    }

    /// A source of `element`, which it emits on `scheduler`; as `ObservableType.just(_:scheduler:)`.
    ///
    /// - Parameters:
    ///   - element: the element.
    ///   - scheduler: where to emit.
    public static func just(_ element: Element, scheduler: ImmediateSchedulerType) -> Single<Element> {
        PrimitiveSequence(raw: .just(element, scheduler: scheduler))
    }

    /// A source that fails at once; as `ObservableType.error(_:)`.
    ///
    /// - Parameter error: what it fails with.
    public static func error(_ error: Swift.Error) -> Single<Element> {
        PrimitiveSequence(raw: .error(error))
    }

    /// A source that sends nothing; as `ObservableType.never()`.
    public static func never() -> Single<Element> {
        PrimitiveSequence(raw: .never())
    }
}
