/// The promise of a `Maybe`.
public enum MaybeTrait {}

/// A source of one element, a completion without any, or an error.
public typealias Maybe<Element> = PrimitiveSequence<MaybeTrait, Element>

/// What a `Maybe` sends: one of these, once.
@frozen
public enum MaybeEvent<Element> {
    /// The element; the source has ended with it.
    case success(Element)
    /// The source has failed.
    case error(Swift.Error)
    /// The source has ended without an element.
    case completed
}

extension MaybeEvent: Sendable where Element: Sendable {}

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// What a `Maybe` sends its event to.
    public typealias MaybeObserver = (MaybeEvent<Element>) -> Void

    /// A source whose subscriptions run `subscribe`.
    ///
    /// - **Emits** the element of the first event that `subscribe` sends, if that has one, and completes with it.
    /// - **Completes** without an element if the first event is `.completed`.
    /// - **Fails** with the error of the first event, if that is one. Later events are ignored.
    /// - **Disposal** disposes what `subscribe` returned; so does the event.
    /// - **Thread**: `subscribe` is called on the thread that subscribes; emits on the thread that sends the event.
    /// - **Complexity**: O(1).
    ///
    /// - Parameter subscribe: called once for each subscription, with the closure to call with the event.
    public static func create(
        subscribe: @escaping (@escaping MaybeObserver) -> Disposable
    ) -> Maybe<Element> {
        PrimitiveSequence(
            raw: Observable.create { observer in
                subscribe { event in
                    switch event {
                    case .success(let element):
                        observer.succeed(element)
                    case .error(let error):
                        observer.onError(error)
                    case .completed:
                        observer.onCompleted()
                    }
                }
            }
        )
    }

    /// A source of `element`.
    public static func just(_ element: Element) -> Maybe<Element> {
        PrimitiveSequence(raw: .just(element))
    }

    /// A source of `element`, which it emits on `scheduler`.
    public static func just(_ element: Element, scheduler: ImmediateSchedulerType) -> Maybe<Element> {
        PrimitiveSequence(raw: .just(element, scheduler: scheduler))
    }

    /// A source that fails at once.
    public static func error(_ error: Swift.Error) -> Maybe<Element> {
        PrimitiveSequence(raw: .error(error))
    }

    /// A source that completes at once, without an element.
    public static func empty() -> Maybe<Element> {
        PrimitiveSequence(raw: .empty())
    }

    /// A source that sends nothing.
    public static func never() -> Maybe<Element> {
        PrimitiveSequence(raw: .never())
    }
}
