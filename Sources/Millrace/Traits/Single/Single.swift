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
    /// - Parameter subscribe: called once for each subscription, with a closure to call with the event; only the first
    ///   call of the closure counts. Returns what is disposed when the subscription ends.
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

    /// A source of `element`.
    public static func just(_ element: Element) -> Single<Element> {
        PrimitiveSequence(raw: .just(element))
    }

    /// A source of `element`, which it emits on `scheduler`.
    public static func just(_ element: Element, scheduler: ImmediateSchedulerType) -> Single<Element> {
        PrimitiveSequence(raw: .just(element, scheduler: scheduler))
    }

    /// A source that fails at once.
    public static func error(_ error: Swift.Error) -> Single<Element> {
        PrimitiveSequence(raw: .error(error))
    }

    /// A source that sends nothing.
    public static func never() -> Single<Element> {
        PrimitiveSequence(raw: .never())
    }
}
