/// Something that receives events: any number of `next`, then at most one terminal event.
public protocol ObserverType<Element> {
    /// The type of element it receives.
    associatedtype Element

    /// Receives one event.
    func on(_ event: Event<Element>)
}

extension ObserverType {
    /// Receives an element: `on(.next(element))`.
    @inlinable
    public func onNext(_ element: Element) {
        on(.next(element))
    }

    /// Receives the end: `on(.completed)`.
    @inlinable
    public func onCompleted() {
        on(.completed)
    }

    /// Receives a failure: `on(.error(error))`.
    @inlinable
    public func onError(_ error: Swift.Error) {
        on(.error(error))
    }
}
