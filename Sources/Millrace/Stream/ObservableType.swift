/// A source of events that observers subscribe to; all operators are extensions of this protocol.
public protocol ObservableType<Element>: ObservableConvertibleType {
    /// Subscribes `observer` to the events of this source.
    ///
    /// - Parameter observer: what receives the events.
    /// - Returns: the subscription; disposing it ends delivery and releases what the source holds for it.
    func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable where Observer.Element == Element
}

/// Something that can be seen as an observable: an observable itself, a subject, a trait.
public protocol ObservableConvertibleType<Element> {
    /// The type of element that the observable emits.
    associatedtype Element

    /// This value as an observable.
    func asObservable() -> Observable<Element>
}
