extension Broadcast {
    /// The elements of this broadcast as an observable, with the strategy `.suspend`; otherwise as
    /// `asObservable(onLag:onSkip:)`.
    @inlinable
    public func asObservable() -> Observable<Element> {
        asObservable(onLag: .suspend)
    }

    /// The elements of this broadcast as an observable. Each subscription is a consumer of its own.
    ///
    /// - **Emits** the last elements that are to be replayed, before `subscribe` returns, and then all elements that are
    ///   sent, except those that are skipped.
    /// - **Completes** when the broadcast has been finished, after the elements.
    /// - **Fails** with the error of `finish(throwing:)`, after the elements; and with a `LagError`, if the strategy is
    ///   `.fail` and elements that have not been delivered have lost their places to later ones.
    /// - **Disposal** takes the consumer away; senders that it has held back go on.
    /// - **Thread**: elements are delivered one at a time, on the thread that sends. If another thread is delivering to
    ///   the same subscription, that thread goes on with what was sent meanwhile. So a subscription lags if its observer
    ///   takes long, or sends to the same broadcast. Below `observe(on:capacity:overflow:)` with the strategy
    ///   `OverflowStrategy.suspend`, the subscription also waits for room there, and goes on upon the thread that makes
    ///   room.
    /// - **Complexity**: O(1) for each element, with a lock and without an allocation.
    ///
    /// ```swift
    /// let feed = Broadcast<Int>(capacity: 2)
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = feed.asObservable(onLag: .suspend)
    ///     .observe(on: scheduler, capacity: 2, overflow: .suspend)
    ///     .subscribe(onNext: { print($0) })
    /// print((1...5).map { "\(feed.send($0))" })
    /// scheduler.start()
    /// // ["sent", "sent", "sent", "sent", "full"]
    /// // 1
    /// // 2
    /// // 3
    /// // 4
    /// ```
    ///
    /// - Parameters:
    ///   - lag: what happens if a subscription is so slow that the ring has no more room.
    ///   - onSkip: called with the number of elements that a subscription has missed, before the next element, where
    ///     that element is delivered.
    @inlinable
    public func asObservable(onLag lag: LagStrategy, onSkip: ((Int) -> Void)? = nil) -> Observable<Element> {
        let core = core
        return PausableSource { core.subscribe($0, lag, onSkip) }
    }
}

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
