/// A `PublishSubject` that cannot end: it takes elements only.
///
/// - **Emits** each accepted element to its observers, in the order of their subscription, on the thread that calls
///   `accept(_:)`.
/// - **Ends** never.
/// - **Threads** and **complexity**: as `PublishSubject`.
///
/// ```swift
/// let clicks = PublishRelay<String>()
/// let subscription = clicks.subscribe(onNext: { print($0) })
/// clicks.accept("save")
/// clicks.accept("close")
/// // save
/// // close
/// ```
public final class PublishRelay<Element>: ObservableType, @unchecked Sendable {
    @usableFromInline
    let subject: PublishSubject<Element>

    /// A relay without observers.
    @inlinable
    public init() {
        subject = PublishSubject()
    }

    /// Sends an element to all observers.
    ///
    /// - Parameter event: the element.
    @inlinable
    public func accept(_ event: Element) {
        subject.onNext(event)
    }

    /// Subscribes `observer` to what is accepted from now on.
    ///
    /// - Parameter observer: what receives the events.
    @inlinable
    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable
    where Observer.Element == Element {
        subject.subscribe(observer)
    }

    /// The relay's elements, as an observable that cannot add any.
    @inlinable
    public func asObservable() -> Observable<Element> {
        subject.asObservable()
    }
}
