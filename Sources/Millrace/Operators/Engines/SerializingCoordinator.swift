extension ObservableType {
    /// The engine of MillraceOperators' `asSerialized()`. It is in this module because gates are. A merge of this
    /// source alone would not be enough: see `SerializingCoordinator`.
    @inlinable
    package func serialized(function: StaticString) -> Observable<Element> {
        Operator(asObservable(), function: function) { SerializingCoordinator<Element>($0) }
    }
}

/// Serializes the events of one source into which several threads emit: they pass through a gate.
///
/// In most other coordinators, an event that a callback sends is delivered at once, inside that callback. Here the
/// event waits in the gate, as an event of another thread does. The thread that is inside may have left earlier events
/// there when it found another thread inside, and each thread's events must keep their order.
@usableFromInline
final class SerializingCoordinator<Element>: Coordinator<Element, Element>, @unchecked Sendable {
    @inlinable
    init(_ downstream: Sink<Element>) {
        super.init(downstream) { sink, element in
            let coordinator = sink.downcast(to: SerializingCoordinator<Element>.self)
            coordinator.deliver(nestedWaits: true) { coordinator.forward(element) }
        }
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        deliverLast(of: self, nestedWaits: true) { self.fail(error) }
    }

    @usableFromInline
    override func completed() {
        deliverLast(of: self, nestedWaits: true) { self.finish() }
    }
}
