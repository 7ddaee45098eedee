/// What the action holds that subscribes to a source later: `subscribe(on:)` and `delaySubscription`.
///
/// Downstream is fed by the sink that `begin` makes. If the action is dropped without having run, there will be no such
/// sink, and downstream is told in its place that nothing more can come, so that it lets go of its closures.
final class ScheduledStart<Element>: @unchecked Sendable {
    private let downstream: Sink<Element>
    // The item of the action, then what disposes the source's subscription.
    private let subscription = SerialDisposable()
    // The action's, and after it the deinitializer's.
    @exclusivity(unchecked)
    private var hasBegun = false

    init(_ downstream: Sink<Element>) {
        self.downstream = downstream
        downstream.setUpstream(subscription)
    }

    deinit {
        if !hasBegun { downstream.sourceReleased() }
    }

    /// Has the action scheduled.
    func schedule(_ schedule: (ScheduledStart<Element>) -> Disposable) {
        // Known before the action can run: a scheduler that runs it at once must not put its own item in the place of
        // the sink.
        let item = SingleAssignmentDisposable()
        subscription.disposable = item
        item.setDisposable(schedule(self))
    }

    /// Subscribes to the source, once.
    ///
    /// - Parameters:
    ///   - makeSink: makes the sink that feeds downstream.
    ///   - disposal: what disposes that sink; known before the source emits, so that it can be stopped while it does.
    func begin(
        _ source: Observable<Element>,
        _ makeSink: (Sink<Element>) -> Sink<Element>,
        disposedBy disposal: (Sink<Element>) -> Disposable
    ) {
        hasBegun = true
        let sink = makeSink(downstream)
        subscription.disposable = disposal(sink)
        source.subscribe(sink: sink)
    }
}
