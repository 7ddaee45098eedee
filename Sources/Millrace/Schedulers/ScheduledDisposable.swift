/// Disposes another disposable on a scheduler.
public final class ScheduledDisposable: DisposeBase, @unchecked Sendable {
    /// Where the other disposable is disposed.
    public let scheduler: ImmediateSchedulerType

    // Owned until the scheduled work claims it.
    private let underlying: Held<DisposeBase>

    /// - Parameters:
    ///   - scheduler: where to dispose the other disposable.
    ///   - disposable: the disposable to dispose.
    public init(scheduler: ImmediateSchedulerType, disposable: Disposable) {
        self.scheduler = scheduler
        underlying = Held(retaining: DisposeBase.wrapping(disposable))
        super.init()
    }

    deinit {
        if lifecycle.isClaimed { return }
        // The scheduler has dropped the disposal, as an event loop does that was shut down.
        if lifecycle.isDisposed { underlying.use { $0.dispose() } }
        releaseLink(underlying)
    }

    /// Whether the scheduled disposal has begun; false between `dispose()` and that moment.
    public override var isDisposed: Bool { lifecycle.isClaimed }

    override func disposed() {
        _ = scheduler.schedule(self) { this in
            if this.lifecycle.claim() {
                this.underlying.use { $0.dispose() }
                this.underlying.release()
            }
            return Disposables.create()
        }
    }
}
