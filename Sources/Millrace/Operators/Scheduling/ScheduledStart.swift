/// The object that the scheduled action of `subscribe(on:)` and `delaySubscription` holds; the action subscribes to the
/// source.
///
/// The sink that `begin` makes feeds downstream. If the action is dropped without having run, there is no such sink;
/// then this object tells downstream that no event can come any more, so that downstream releases its closures.
final class ScheduledStart<Element>: @unchecked Sendable {
    private let downstream: Sink<Element>
    // First the disposable of the action, then what disposes the source's subscription.
    private let subscription = SerialDisposable()
    // Used by the action, and after it by the deinitializer.
    @exclusivity(unchecked)
    private var hasBegun = false

    init(_ downstream: Sink<Element>) {
        self.downstream = downstream
        downstream.setUpstream(subscription)
    }

    deinit {
        if !hasBegun { downstream.sourceReleased() }
    }

    /// Schedules the action.
    func schedule(_ schedule: (ScheduledStart<Element>) -> Disposable) {
        // The item is stored before the action can run: if a scheduler runs the action at once, the scheduler's
        // disposable must not take the place of what disposes the sink.
        let item = SingleAssignmentDisposable()
        subscription.disposable = item
        item.setDisposable(schedule(self))
    }

    /// Subscribes to the source, once.
    ///
    /// - Parameters:
    ///   - makeSink: makes the sink that feeds downstream.
    ///   - disposal: makes what disposes that sink. This is stored before the source is subscribed to, so that a source
    ///     which emits during the subscription can be stopped.
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
