/// The sink of an observer of a window or of a group. It relays every event, and counts as a use of the operator's
/// source until the window or group has ended or the observer is disposed.
final class MemberSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    private let use: any Disposable

    /// - Parameter use: disposed at the end; a second disposal must have no effect.
    init(_ downstream: Sink<Element>, _ use: any Disposable) {
        self.use = use
        super.init(downstream, receive: MemberSink.forwarding)
    }

    // The use ends here and not only with a disposal: an operator below may hold back the terminal event, and a subject
    // that has ended releases this sink without disposing it.
    override func error(_ error: Swift.Error) {
        super.error(error)
        use.dispose()
    }

    override func completed() {
        super.completed()
        use.dispose()
    }

    override func nextPart() -> Held<DisposeBase>? {
        lifecycle.claim() ? Held(retaining: DisposeBase.wrapping(use)) : nil
    }
}
