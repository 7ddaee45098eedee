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
