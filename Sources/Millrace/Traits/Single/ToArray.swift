extension ObservableType {
    /// Collects all elements in an array.
    ///
    /// - **Emits** the array when the source completes.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription, and drops what was collected.
    /// - **Thread**: emits on the thread that the source completes on.
    /// - **Complexity**: amortized O(1) for each element; the memory of all of them.
    @inlinable
    public func toArray() -> Single<[Element]> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<[Element], Element, [Element]>.self)
            if sink.isOpen { sink.withState { $0.append(element) } }
        }
        return PrimitiveSequence(raw: Operator(asObservable()) { ToArraySink($0, receive: receive) })
    }
}

/// Emits when the source has completed.
@usableFromInline
final class ToArraySink<Element>: StatefulSink<[Element], Element, [Element]>, @unchecked Sendable {
    @inlinable
    init(_ downstream: Sink<[Element]>, receive: @escaping Receive) {
        super.init(downstream, state: [], receive: receive)
    }

    @usableFromInline
    override func completed() {
        finish(with: exchangeState(for: []))
    }
}
