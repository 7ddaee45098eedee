/// A source without elements: delivers how it ends, and releases its subscriber at once. A silent end is no event.
@usableFromInline
final class TerminalSource<Element>: Observable<Element>, @unchecked Sendable {
    private let terminal: Terminal

    @usableFromInline
    init(_ terminal: Terminal) {
        self.terminal = terminal
        super.init()
    }

    @usableFromInline
    override var pausing: Pausing { .pauses }

    @usableFromInline
    override func attach(owned sink: Held<Sink<Element>>) {
        let sink = sink.take()
        terminal.deliver(to: sink)
        sink.sourceReleased()
    }
}
