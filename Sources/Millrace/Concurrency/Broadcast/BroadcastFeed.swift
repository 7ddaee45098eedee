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
    ///   `.fail` and elements that have not been delivered have lost their slots to later ones.
    /// - **Disposal** takes the consumer away; senders that it has held back go on.
    /// - **Thread**: elements are delivered one at a time, on the thread that sends. If another thread is delivering to
    ///   the same subscription, that thread goes on with what was sent meanwhile. So a subscription lags if its observer
    ///   takes long, or sends to the same broadcast. An observer that sends delivers to the other subscriptions inside its
    ///   `send`; if all observers answer an element in this way, their calls are inside one another. Below `observe(on:capacity:overflow:)` with the strategy
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
        return ClosureSource(kind: .pausable) { core.subscribe($0, lag, onSkip) }
    }
}

extension Broadcast {
    /// A subscription to a broadcast: the cursor of an observer.
    ///
    /// It waits in the broadcast's list until there is something to deliver. A thread that takes it out of there
    /// delivers, and puts it back, or leaves it to the pressure until there is room further down. All that changes here
    /// changes under the broadcast's lock, except `downstream`.
    ///
    /// `downstream` is released once, by the thread that the lock decides on. If the subscription belongs to a thread
    /// (`isDelivering`), this thread finds out that the subscription is over. If not, the thread that disposes the
    /// subscription marks it as over, and nobody takes it over afterwards.
    @usableFromInline
    final class Feed: DisposeBase, WaitListMember, @unchecked Sendable {
        @usableFromInline
        @exclusivity(unchecked)
        var link = WaitList<Feed>.Link()
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
        /// Whether the subscription belongs to a thread, which alone may then touch `downstream`: at first to the thread
        /// that subscribes.
        @usableFromInline
        @exclusivity(unchecked)
        var isDelivering = true
        /// Owned, until the subscription is over.
        @usableFromInline
        @exclusivity(unchecked)
        var downstream: Held<Sink<Element>>?

        private let core: Core

        init(_ core: Core, _ downstream: Sink<Element>, _ lag: LagStrategy, _ onSkip: ((Int) -> Void)?) {
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
                if !call.leaveNext(), core.takeOver(self) { core.deliver(self) }
            }
            return call.end() && core.takeOver(self)
        }

        override func disposed() {
            core.remove(self)
            pressure?.cancel()
        }

        /// Called once the subscription is over, outside of the lock: by the thread that it belongs to or, if it belongs
        /// to none, by the thread that disposes it.
        func releaseDownstream() {
            guard let downstream = exchange(&downstream, for: nil) else { return }
            downstream.use { $0.sourceReleased() }
            releaseLink(downstream)
        }
    }
}

/// How elements reach the subscriptions.
extension Broadcast.Core {
    /// Whether a subscription waits for which there is something to deliver. Under the lock. Those with something to
    /// deliver come first in the list: the others have been added when they had read everything.
    @inlinable
    var hasWork: Bool {
        guard let feed = feeds.first else { return false }
        return end != nil || feed.use { ring.count(from: $0.cursor) > 0 }
    }

    /// What a thread that delivers does next with a subscription.
    @usableFromInline
    enum Step {
        case deliver
        case fail
        case end
        /// The subscription has been disposed.
        case release
        case pause
        case handOver
        /// It waits in the list again.
        case rest
    }

    /// Adds a subscription, and delivers what is replayed to it.
    @usableFromInline
    func subscribe(_ downstream: Sink<Element>, _ lag: LagStrategy, _ onSkip: ((Int) -> Void)?) {
        let feed = Feed(self, downstream, lag, onSkip)
        downstream.setUpstream(feed)
        lock.acquire()
        if !feed.isOver {
            consumers += 1
            feed.cursor = ring.join(holds: feed.lag == .suspend)
            feed.hasJoined = true
        }
        lock.release()
        deliver(feed)
    }

    /// Delivers to the subscriptions that wait, one after the other, until nothing is left.
    ///
    /// The thread does not know how much other threads are still going to send. So it delivers what was sent when it
    /// began, and a few elements more. Then it leaves the subscription in the list for a moment. A thread that sends
    /// without a pause takes it out there.
    ///
    /// - Parameter first: a subscription to begin with, which belongs to this thread.
    @inlinable
    @inline(never)
    func deliver(_ first: Feed? = nil) {
        var feed = first
        var target = -1
        while true {
            var element: Element?
            var missed = 0
            let step = nextStep(&feed, &target, &element, &missed)
            guard let current = feed else { return }
            if case .deliver = step, let element {
                if missed > 0 { current.onSkip?(missed) }
                current.downstream?.next(element)
            } else if !perform(step, current, missed) {
                feed = nil
                if case .handOver = step { target = -1 }
            }
        }
    }

    /// Decides what to do next, and for which subscription: for `feed`, or for the first in the list. If there is
    /// nothing to do, `feed` is `nil` afterwards.
    ///
    /// A subscription that is put back into the list is not released here: the list holds it.
    @inlinable
    func nextStep(
        _ feed: inout Feed?,
        _ target: inout Int,
        _ element: inout Element?,
        _ missed: inout Int
    ) -> Step {
        while true {
            var step = Step.rest
            lock.acquire()
            if target < 0 { target = ring.head + 16 }
            while true {
                if let current = feed {
                    step = next(current, target, &element, &missed)
                    guard case .rest = step else { break }
                    current.isDelivering = false
                    feeds.append(current)
                }
                feed = nil
                guard hasWork, let first = feeds.removeFirst() else { break }
                first.isDelivering = true
                feed = first
            }
            let makesRoom = canAdmit
            lock.release()
            guard makesRoom, storeOfSenders(), feed == nil else { return step }
            // This thread has found nothing to deliver, and then stored elements for subscriptions that rest. The
            // senders have gone on, so no other thread need come to deliver these elements.
        }
    }

    /// The next step with a subscription that this thread delivers to. Under the lock.
    @inlinable
    @inline(__always)
    func next(
        _ feed: Feed,
        _ target: Int,
        _ element: inout Element?,
        _ missed: inout Int
    ) -> Step {
        if feed.isOver { return .release }
        if ring.count(from: feed.cursor) == 0 { return end == nil ? .rest : close(feed, .end) }
        if feed.cursor.position >= target {
            feed.isDelivering = false
            feeds.prepend(feed)
            return .handOver
        }
        if let pressure = feed.pressure, !pressure.isOpen {
            feed.isDelivering = false
            return .pause
        }
        missed = ring.missed(by: feed.cursor)
        if missed > 0, feed.lag == .fail { return close(feed, .fail) }
        element = ring.take(&feed.cursor)
        return .deliver
    }

    @usableFromInline
    func close(_ feed: Feed, _ step: Step) -> Step {
        feed.isOver = true
        remove(feed.cursor)
        return step
    }

    /// False: the subscription does not belong to this thread any more.
    @usableFromInline
    func perform(_ step: Step, _ feed: Feed, _ missed: Int) -> Bool {
        switch step {
        case .pause:
            return feed.pause()
        case .handOver:
            waitForAnotherThread(feed)
        case .deliver, .fail, .end, .release, .rest:
            releaseUnneeded()
            let terminal: Terminal =
                switch step {
                case .fail: .error(LagError(missed: missed))
                case .end: ending() ?? .silent
                default: .silent
                }
            feed.downstream?.use { terminal.deliver(to: $0) }
            feed.releaseDownstream()
        }
        return false
    }

    private func waitForAnotherThread(_ feed: Feed) {
        for _ in 0..<16 {
            lock.acquire()
            let isTaken = !feeds.contains(feed)
            lock.release()
            if isTaken { return }
            for _ in 0..<32 { SpinWait.relax() }
        }
        // The other thread may wait for this processor.
        SpinWait.yield()
    }

    /// Makes a subscription that has paused the calling thread's. False: it has been disposed since, and belongs to the
    /// thread that disposes it.
    func takeOver(_ feed: Feed) -> Bool {
        lock.acquire()
        defer { lock.release() }
        if !feed.isOver { feed.isDelivering = true }
        return !feed.isOver
    }

    /// Ends a subscription without an event: it was disposed.
    func remove(_ feed: Feed) {
        lock.acquire()
        if feed.isOver { return lock.release() }
        feed.isOver = true
        if feeds.contains(feed) { feeds.remove(feed) }
        if feed.hasJoined { remove(feed.cursor) }
        // The thread that the subscription belongs to finds out afterwards, and releases what the subscription feeds.
        let isDelivering = feed.isDelivering
        lock.release()
        if !isDelivering { feed.releaseDownstream() }
        cleanUp()
    }
}
