/// A `ReplaySubject` that cannot end: it takes elements only.
///
/// - **Emits** to each new observer what its buffer holds, before `subscribe` returns, and then each accepted element
///   to all observers, in the order of their subscription, on the thread that calls `accept(_:)`.
/// - **Ends** never.
/// - **Threads** and **complexity**: as `ReplaySubject`.
///
/// ```swift
/// let log = ReplayRelay<String>.create(bufferSize: 1)
/// log.accept("started")
/// log.accept("listening")
/// let subscription = log.subscribe(onNext: { print($0) })
/// // listening
/// ```
public final class ReplayRelay<Element>: ObservableType, @unchecked Sendable {
    @usableFromInline
    let subject: ReplaySubject<Element>

    @inlinable
    init(_ subject: ReplaySubject<Element>) {
        self.subject = subject
    }

    /// A relay that replays the last `bufferSize` elements.
    ///
    /// - Parameter bufferSize: how many elements to replay at most, at least 0.
    @inlinable
    public static func create(bufferSize: Int) -> ReplayRelay<Element> {
        require(
            bufferSize >= 0,
            "ReplayRelay.create(bufferSize:): bufferSize is \(bufferSize); it must not be negative"
        )
        return ReplayRelay(ReplaySubject.create(bufferSize: bufferSize))
    }

    /// A relay that replays all elements. Its memory grows with each of them.
    @inlinable
    public static func createUnbound() -> ReplayRelay<Element> {
        ReplayRelay(ReplaySubject.createUnbounded())
    }

    /// Sends an element to all observers and keeps it for later ones.
    ///
    /// - Parameter event: the element.
    @inlinable
    public func accept(_ event: Element) {
        subject.onNext(event)
    }

    /// Subscribes `observer` to what the buffer holds and to what is accepted from now on.
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
