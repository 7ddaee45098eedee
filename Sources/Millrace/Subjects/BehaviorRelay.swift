/// A `BehaviorSubject` that cannot end: a value to read, set and observe.
///
/// - **Emits** the value to each new observer before `subscribe` returns, and then each accepted element to all
///   observers, in the order of their subscription, on the thread that calls `accept(_:)`.
/// - **Ends** never.
/// - **Threads** and **complexity**: as `BehaviorSubject`. `value` never waits for a callback.
///
/// ```swift
/// let volume = BehaviorRelay(value: 5)
/// let subscription = volume.subscribe(onNext: { print($0) })
/// volume.accept(volume.value + 1)
/// // 5
/// // 6
/// ```
public final class BehaviorRelay<Element>: ObservableType, @unchecked Sendable {
    @usableFromInline
    let subject: BehaviorSubject<Element>

    /// A relay whose value is `value`.
    ///
    /// - Parameter value: the value at first.
    @inlinable
    public init(value: Element) {
        subject = BehaviorSubject(value: value)
    }

    /// The value: the element that was accepted last, or the one that the relay was made with.
    @inlinable
    public var value: Element {
        guard let value = subject.current else { preconditionFailure("Millrace: a relay's subject was disposed") }
        return value
    }

    /// Makes `event` the value and sends it to all observers.
    ///
    /// - Parameter event: the element.
    @inlinable
    public func accept(_ event: Element) {
        subject.onNext(event)
    }

    /// Subscribes `observer` to the value and to what is accepted from now on.
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
