/// Emits the only element of a source that has completed.
final class LoneElementSink<Element>: StatefulSink<Element?, Element, Element>, @unchecked Sendable {
    private let isRequired: Bool

    init(_ downstream: Sink<Element>, isRequired: Bool) {
        self.isRequired = isRequired
        super.init(downstream, state: nil) { sink, element in
            let sink = unsafeDowncast(sink, to: LoneElementSink<Element>.self)
            guard sink.isOpen else { return }
            if sink.state == nil { sink.state = element } else { sink.fail(RxError.moreThanOneElement) }
        }
    }

    override func completed() {
        guard let element = state else {
            if isRequired { fail(RxError.noElements) } else { finish() }
            return
        }
        state = nil
        forward(element)
        finish()
    }
}
