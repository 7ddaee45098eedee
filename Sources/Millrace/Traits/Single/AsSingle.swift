extension ObservableType {
    /// This source, with the promise of exactly one element.
    ///
    /// - **Emits** the source's element, when the source completes.
    /// - **Fails** with `RxError.moreThanOneElement` at a second element, with `RxError.noElements` if the source
    ///   completes without an element, or when the source does.
    ///   without any, or when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source completes on.
    /// - **Complexity**: O(1).
    public func asSingle() -> Single<Element> {
        PrimitiveSequence(raw: Operator(asObservable()) { LoneElementSink($0, isRequired: true) })
    }
}

extension ObservableType {
    /// The first element, or `nil` if there is none.
    ///
    /// - **Emits** the source's first element as soon as it comes, and completes right after it; `nil` if the source
    ///   completes without an element.
    /// - **Fails** when the source does before its first element.
    /// - **Disposal** disposes the source's subscription. The first element does the same, after it has been delivered.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1); one allocation for each subscription.
    @inlinable
    public func first() -> Single<Element?> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Bool, Element, Element?>.self)
            // An element that the observer makes the source emit meanwhile is not the first one.
            if sink.state { return }
            sink.state = true
            sink.forward(element)
            sink.finish()
        }
        return PrimitiveSequence(raw: Operator(asObservable()) { FirstSink($0, receive: receive) })
    }
}

/// Stores whether the element has come.
@usableFromInline
final class FirstSink<Element>: StatefulSink<Bool, Element, Element?>, @unchecked Sendable {
    @inlinable
    init(_ downstream: Sink<Element?>, receive: @escaping Receive) {
        super.init(downstream, state: false, receive: receive)
    }

    @usableFromInline
    override func completed() {
        if state { return }
        forward(nil)
        finish()
    }
}

/// Emits the only element of a source that has completed.
final class LoneElementSink<Element>: StatefulSink<Element?, Element, Element>, @unchecked Sendable {
    private let isRequired: Bool

    init(_ downstream: Sink<Element>, isRequired: Bool) {
        self.isRequired = isRequired
        super.init(downstream, state: nil) { sink, element in
            let sink = sink.downcast(to: LoneElementSink<Element>.self)
            guard sink.isOpen else { return }
            var lone: Element? = element
            let isFirst = sink.withState { state in
                if state != nil { return false }
                swap(&state, &lone)
                return true
            }
            if !isFirst { sink.fail(RxError.moreThanOneElement) }
        }
    }

    override func completed() {
        if let element = exchangeState(for: nil) {
            finish(with: element)
        } else if isRequired {
            fail(RxError.noElements)
        } else {
            finish()
        }
    }
}
