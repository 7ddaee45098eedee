/// How elements reach the subscriptions.
extension BroadcastCore {
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
        let feed = BroadcastFeed(self, downstream, lag, onSkip)
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
    /// - Parameter first: a subscription to begin with, which is not in the list and belongs to this thread.
    @inlinable
    @inline(never)
    func deliver(_ first: BroadcastFeed<Element>? = nil) {
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
        _ feed: inout BroadcastFeed<Element>?,
        _ target: inout Int,
        _ element: inout Element?,
        _ missed: inout Int
    ) -> Step {
        var step = Step.rest
        lock.acquire()
        if target < 0 { target = ring.head + 16 }
        feed?.isDelivering = true
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
        if makesRoom { _ = storeOfSenders() }
        return step
    }

    /// The next step with a subscription that this thread delivers to. Under the lock.
    @inlinable
    @inline(__always)
    func next(
        _ feed: BroadcastFeed<Element>,
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
    func close(_ feed: BroadcastFeed<Element>, _ step: Step) -> Step {
        feed.isOver = true
        remove(feed.cursor)
        return step
    }

    /// False: the subscription does not belong to this thread any more.
    @usableFromInline
    func perform(_ step: Step, _ feed: BroadcastFeed<Element>, _ missed: Int) -> Bool {
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

    private func waitForAnotherThread(_ feed: BroadcastFeed<Element>) {
        for _ in 0..<16 {
            lock.acquire()
            let isTaken = !feeds.contains(feed)
            lock.release()
            if isTaken { return }
            for _ in 0..<32 { SpinWait.relax() }
        }
    }

    /// Ends a subscription without an event: it was disposed.
    func remove(_ feed: BroadcastFeed<Element>) {
        lock.acquire()
        if feed.isOver { return lock.release() }
        feed.isOver = true
        if feeds.contains(feed) { feeds.remove(feed) }
        if feed.hasJoined { remove(feed.cursor) }
        // A thread that delivers finds out afterwards, and releases what the subscription feeds.
        let isDelivering = feed.isDelivering
        lock.release()
        if !isDelivering { feed.releaseDownstream() }
        cleanUp()
    }
}
