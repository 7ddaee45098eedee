/// Something that receives events: any number of `next`, then at most one terminal event.
public protocol ObserverType<Element> {
    /// The type of element that the observer receives.
    associatedtype Element

    /// Receives one event.
    ///
    /// - Parameter event: the event.
    func on(_ event: Event<Element>)
}

extension ObserverType {
    /// Receives an element: `on(.next(element))`.
    ///
    /// - Parameter element: the element.
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
    ///
    /// - Parameter error: the error.
    @inlinable
    public func onError(_ error: Swift.Error) {
        on(.error(error))
    }
}

/// An observer of any kind, its type erased.
///
/// ```swift
/// let printing = AnyObserver<Int> { event in print(event) }
/// let subscription = Observable.of(1, 2).subscribe(printing)
/// // next(1)
/// // next(2)
/// // completed
/// ```
public struct AnyObserver<Element>: ObserverType, @unchecked Sendable {
    /// A closure that an observer can be made from.
    public typealias EventHandler = (Event<Element>) -> Void

    @usableFromInline
    let sink: Sink<Element>

    @inlinable
    init(sink: Sink<Element>) {
        self.sink = sink
    }

    /// An observer that calls `eventHandler` for every event, on the thread that sends the event.
    ///
    /// - Parameter eventHandler: called for every event.
    @inlinable
    public init(eventHandler: @escaping EventHandler) {
        sink = HandlerSink(eventHandler)
    }

    /// An observer that sends every event on to `observer`.
    ///
    /// - Parameter observer: where to send the events.
    @inlinable
    public init<Observer: ObserverType>(_ observer: Observer) where Observer.Element == Element {
        // A cast: an observer may be of a user's own type, which has no method to ask.
        if let erased = observer as? AnyObserver<Element> {
            self = erased
        } else {
            sink = HandlerSink(observer.on)
        }
    }

    /// Sends the event on.
    ///
    /// - Parameter event: the event.
    @inlinable
    public func on(_ event: Event<Element>) {
        sink.on(event)
    }

    /// Sends the element on.
    ///
    /// - Parameter element: the element.
    @inlinable
    public func onNext(_ element: Element) {
        sink.next(element)
    }

    /// Itself.
    @inlinable
    public func asObserver() -> AnyObserver<Element> {
        self
    }
}

extension AnyObserver {
    /// Calls a closure for every event, without any check: the closure's owner keeps the grammar. Disposes what feeds
    /// it, if it is subscribed to a source, after a terminal event.
    @usableFromInline
    final class HandlerSink: Sink<Element>, @unchecked Sendable {
        @usableFromInline
        let handler: (Event<Element>) -> Void

        @inlinable
        init(_ handler: @escaping (Event<Element>) -> Void) {
            self.handler = handler
            super.init { sink, element in
                sink.downcast(to: HandlerSink.self).handler(.next(element))
            }
        }

        @usableFromInline
        override func error(_ error: Swift.Error) {
            handler(.error(error))
            dispose()
        }

        @usableFromInline
        override func completed() {
            handler(.completed)
            dispose()
        }
    }
}

extension ObserverType {
    /// This observer with its type erased.
    @inlinable
    public func asObserver() -> AnyObserver<Element> {
        AnyObserver(self)
    }

    /// An observer of another element type: passes each element through `transform` and sends the result to this
    /// observer. If `transform` throws, this observer receives the error as an `error` event.
    ///
    /// ```swift
    /// let texts = PublishSubject<String>()
    /// let printing = texts.subscribe(onNext: { print($0) })
    /// let numbers: AnyObserver<Int> = texts.mapObserver { "number \($0)" }
    /// numbers.onNext(7)
    /// // number 7
    /// ```
    ///
    /// - Parameter transform: makes an element for this observer of one that the new observer receives.
    @inlinable
    public func mapObserver<Result>(_ transform: @escaping (Result) throws -> Element) -> AnyObserver<Result> {
        AnyObserver { event in self.on(event.map(transform)) }
    }
}
