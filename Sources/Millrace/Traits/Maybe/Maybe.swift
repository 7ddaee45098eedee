/// The promise of a `Maybe`.
public enum MaybeTrait {}

/// A source of one element, a completion without any, or an error.
///
/// ```swift
/// let cached = Maybe<String>.empty()
/// let subscription = cached.subscribe(
///     onSuccess: { print("in the cache: \($0)") },
///     onCompleted: { print("not in the cache") }
/// )
/// // not in the cache
/// ```
public typealias Maybe<Element> = PrimitiveSequence<MaybeTrait, Element>

/// What a `Maybe` sends: one of these, once.
@frozen
public enum MaybeEvent<Element> {
    /// The element; the source has completed with it.
    case success(Element)
    /// The source has failed.
    case error(Swift.Error)
    /// The source has completed without an element.
    case completed
}

extension MaybeEvent: Sendable where Element: Sendable {}

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// What a `Maybe` sends its event to.
    public typealias MaybeObserver = (MaybeEvent<Element>) -> Void

    /// A source whose subscriptions run `subscribe`.
    ///
    /// - **Emits** the element of the first event that `subscribe` sends, if that is `.success`, and completes with it.
    /// - **Completes** without an element if the first event is `.completed`.
    /// - **Fails** with the error of the first event, if that is `.error`. Later events are ignored.
    /// - **Disposal** disposes what `subscribe` returned; so does the event.
    /// - **Thread**: `subscribe` is called on the thread that subscribes; emits on the thread that sends the event.
    /// - **Complexity**: O(1).
    ///
    /// ```swift
    /// let discounts = ["Ada": 10]
    /// func discount(for customer: String) -> Maybe<Int> {
    ///     .create { observer in
    ///         observer(discounts[customer].map { .success($0) } ?? .completed)
    ///         return Disposables.create()
    ///     }
    /// }
    /// let subscription = discount(for: "Ada").subscribe(onSuccess: { print("\($0) %") })
    /// // 10 %
    /// ```
    ///
    /// - Parameter subscribe: called once for each subscription, with the closure to call with the event. It returns
    ///   what to dispose when the subscription ends.
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

    /// A source of `element`; as `ObservableType.just(_:)`.
    ///
    /// - Parameter element: the element.
    public static func just(_ element: Element) -> Maybe<Element> {
        PrimitiveSequence(raw: .just(element))
    }

    /// A source of `element`, which it emits on `scheduler`; as `ObservableType.just(_:scheduler:)`.
    ///
    /// - Parameters:
    ///   - element: the element.
    ///   - scheduler: where to emit.
    public static func just(_ element: Element, scheduler: ImmediateSchedulerType) -> Maybe<Element> {
        PrimitiveSequence(raw: .just(element, scheduler: scheduler))
    }

    /// A source that fails at once; as `ObservableType.error(_:)`.
    ///
    /// - Parameter error: what it fails with.
    public static func error(_ error: Swift.Error) -> Maybe<Element> {
        PrimitiveSequence(raw: .error(error))
    }

    /// A source that completes at once, without an element; as `ObservableType.empty()`.
    public static func empty() -> Maybe<Element> {
        PrimitiveSequence(raw: .empty())
    }

    /// A source that sends nothing; as `ObservableType.never()`.
    public static func never() -> Maybe<Element> {
        PrimitiveSequence(raw: .never())
    }
}
