/// A subscription to a broadcast: the cursor of an observer.
///
/// It waits in the broadcast's list until there is something to deliver. A thread that takes it out of there delivers,
/// and puts it back, or leaves it to the pressure until there is room further down. All that changes here changes under
/// the broadcast's lock.
@usableFromInline
final class BroadcastFeed<Element>: DisposeBase, WaitListMember, @unchecked Sendable {
    @usableFromInline
    @exclusivity(unchecked)
    var link = WaitLink<BroadcastFeed<Element>>()
    @usableFromInline
    @exclusivity(unchecked)
    var filling = 0

    @usableFromInline
    let lag: LagStrategy
    @usableFromInline
    let onSkip: ((Int) -> Void)?
    @usableFromInline
    let pressure: Pressure?

    @usableFromInline
    @exclusivity(unchecked)
    var cursor: CursorRing<Element>.Cursor
    @usableFromInline
    @exclusivity(unchecked)
    var hasJoined = false
    @usableFromInline
    @exclusivity(unchecked)
    var isOver = false
    /// Whether the subscription belongs to a thread, which alone may then touch `downstream`.
    @usableFromInline
    @exclusivity(unchecked)
    var isDelivering = false
    /// Owned, until the subscription is over.
    @usableFromInline
    @exclusivity(unchecked)
    var downstream: Held<Sink<Element>>?

    private let core: BroadcastCore<Element>

    init(_ core: BroadcastCore<Element>, _ downstream: Sink<Element>, _ lag: LagStrategy, _ onSkip: ((Int) -> Void)?) {
        self.core = core
        self.lag = lag
        self.onSkip = onSkip
        pressure = Pressure.below(downstream)
        cursor = CursorRing.Cursor(position: 0, holds: lag == .suspend)
        self.downstream = .init(retaining: downstream)
        super.init()
    }

    deinit {
        releaseDownstream()
    }

    /// Waits for room further down. True: there is room again, and the caller goes on.
    func pause() -> Bool {
        let call = SchedulingCall()
        pressure?.onReopen { [self] in
            // There was room at once: the caller goes on, so that the stack does not grow.
            if !call.leaveNext() { core.deliver(self) }
        }
        if call.end() { return true }
        // A disposal that came before the closure was stored has not found it.
        if isDisposed { pressure?.cancel() }
        return false
    }

    override func disposed() {
        core.remove(self)
        pressure?.cancel()
    }

    /// Called by whoever has found out that the subscription is over, outside of the lock.
    func releaseDownstream() {
        guard let downstream = exchange(&downstream, for: nil) else { return }
        downstream.use { $0.sourceReleased() }
        releaseLink(downstream)
    }
}
