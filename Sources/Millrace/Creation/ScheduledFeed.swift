/// The sink end of a source that emits from the actions of a scheduler; owns what the scheduler returned.
@usableFromInline
class ScheduledFeed<Element>: DisposeBase, @unchecked Sendable {
    private let downstream: Unmanaged<Sink<Element>>

    init(_ downstream: Sink<Element>) {
        self.downstream = Unmanaged.passRetained(downstream)
    }

    deinit {
        downstream._withUnsafeGuaranteedRef { $0.sourceReleased() }
        releaseLink(downstream.toOpaque())
    }

    /// Feeds the downstream by what `schedule` schedules.
    final func attach(_ schedule: () -> Disposable) {
        downstream._withUnsafeGuaranteedRef { $0.setUpstream(self) }
        if !isDisposed { holdResult(of: schedule()) }
    }

    final func next(_ element: Element) {
        if isOpen { downstream.next(element) }
    }

    final func complete() {
        if isOpen { downstream._withUnsafeGuaranteedRef { $0.completed() } }
    }

    final func fail(_ error: Swift.Error) {
        if isOpen { downstream._withUnsafeGuaranteedRef { $0.error(error) } }
    }
}
