/// Feeds a chain from the actions of a scheduler; owns the disposable that the scheduler returned.
final class ScheduledFeed<Element>: DisposeBase, @unchecked Sendable {
    private let downstream: Held<Sink<Element>>

    init(_ downstream: Sink<Element>) {
        self.downstream = Held(retaining: downstream)
    }

    deinit {
        downstream.use { $0.sourceReleased() }
        releaseLink(downstream)
    }

    /// Becomes the downstream's upstream, then calls `schedule`, which schedules the actions that feed the downstream.
    func attach(_ schedule: () -> Disposable) {
        downstream.use { $0.setUpstream(self) }
        if !isDisposed { holdResult(of: schedule()) }
    }

    func next(_ element: Element) {
        if isOpen { downstream.next(element) }
    }

    func complete() {
        if isOpen { downstream.completed() }
    }

    func fail(_ error: Swift.Error) {
        if isOpen { downstream.error(error) }
    }
}
