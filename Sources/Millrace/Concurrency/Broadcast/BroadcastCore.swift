/// What a broadcast, its consumers and its observables share: one ring, and who waits for what.
///
/// Everything here changes under one lock, for a few instructions. What follows from a change is done after the lock
/// has been left: elements are released, tasks resumed, observers called.
///
/// | | waits in | is taken out by | who then |
/// |---|---|---|---|
/// | a consumer that is a task | `tasks` | whoever stores an element or ends the broadcast | resumes the task |
/// | a subscription | `feeds` | whoever does so, or continues to | delivers to the observer |
/// | a sender for which there is no room | `senders` | whoever makes room, with the sender's element | resumes the task |
///
/// Somebody who was taken out belongs to the thread that took it out, so nobody is resumed twice, and only one thread at
/// a time calls an observer.
@usableFromInline
final class BroadcastCore<Element>: @unchecked Sendable {
    @usableFromInline
    typealias Cursor = CursorRing<Element>.Cursor

    // Touched only through its address.
    @usableFromInline
    @exclusivity(unchecked)
    var lockStorage = Lock.Storage()

    @usableFromInline
    @exclusivity(unchecked)
    var ring: CursorRing<Element>

    @usableFromInline
    @exclusivity(unchecked)
    var consumers = 0

    @usableFromInline
    @exclusivity(unchecked)
    var end: Terminal?

    @usableFromInline
    @exclusivity(unchecked)
    var tasks = WaitList<TaskWaiter>()

    @usableFromInline
    @exclusivity(unchecked)
    var senders = WaitList<WaitingSender<Element>>()

    @usableFromInline
    @exclusivity(unchecked)
    var feeds = WaitList<BroadcastFeed<Element>>()

    @inlinable
    init(capacity: Int, replay: Int) {
        ring = CursorRing(capacity: capacity, replay: replay)
    }

    deinit {
        ring.destroy()
    }

    @inlinable
    @inline(__always)
    var lock: Lock { Lock(at: &lockStorage) }
}

// Sending.
extension BroadcastCore {
    @inlinable
    func send(_ element: Element) -> SendResult {
        lock.acquire()
        if end != nil || ring.isHeldBack || !senders.isEmpty {
            let isEnded = end != nil
            lock.release()
            return isEnded ? .ended : sendLate(element)
        }
        if consumers == 0 && ring.replay == 0 {
            lock.release()
            return .noConsumers
        }
        let former = ring.append(element)
        let (woken, feedsWait, result) = (tasks.takeAll(), !feeds.isEmpty, consumers == 0 ? SendResult.noConsumers : .sent)
        lock.release()
        releaseValue(consume former)
        if feedsWait || !woken.isEmpty { wake(woken, feedsWait) }
        return result
    }

    /// Sends an element for which there was no room: once more, if subscriptions can be delivered to.
    ///
    /// The thread that delivers to such a subscription waits for another thread to take over; see `deliver`. A thread
    /// that sends without a pause has to be that other thread even while it finds no room.
    @usableFromInline
    func sendLate(_ element: Element) -> SendResult {
        lock.acquire()
        let helps = hasWork
        lock.release()
        if !helps { return .full }
        deliver()
        lock.acquire()
        if end != nil || ring.isHeldBack || !senders.isEmpty {
            let isEnded = end != nil
            lock.release()
            return isEnded ? .ended : .full
        }
        let stored = store(element)
        lock.release()
        stored.finish(self)
        return stored.result
    }

    /// What follows from an element that was stored under the lock.
    struct Stored {
        let former: Element?
        let woken: WaitChain<TaskWaiter>
        let feedsWait: Bool
        let result: SendResult

        func finish(_ core: BroadcastCore) {
            releaseValue(former)
            core.wake(woken, feedsWait)
        }
    }

    /// Stores an element for which there is room. Called under the lock.
    private func store(_ element: Element) -> Stored {
        if consumers == 0 && ring.replay == 0 {
            return Stored(former: element, woken: .init(first: nil), feedsWait: false, result: .noConsumers)
        }
        return Stored(
            former: ring.append(element),
            woken: tasks.takeAll(),
            feedsWait: !feeds.isEmpty,
            result: consumers == 0 ? .noConsumers : .sent
        )
    }

    // The tasks first: observers are user code, and may take long.
    @inlinable
    @inline(__always)
    func wake(_ woken: WaitChain<TaskWaiter>, _ feedsWait: Bool) {
        woken.forEach { $0.resume() }
        if feedsWait { deliver() }
    }

    @usableFromInline
    func finish(_ terminal: Terminal) {
        lock.acquire()
        if end != nil { return lock.release() }
        end = terminal
        let (woken, held, feedsWait) = (tasks.takeAll(), senders.takeAll(), !feeds.isEmpty)
        lock.release()
        held.forEach { $0.resume(with: .ended) }
        wake(woken, feedsWait)
    }

    /// Sends an element as soon as there is room.
    @usableFromInline
    func sendLater(_ element: Element, isolation: isolated (any Actor)?) async throws -> SendResult {
        let sender = WaitingSender(element)
        return try await withTaskCancellationHandler(
            operation: {
                await WaitingTask.suspend(isolation: isolation) { park(sender, $0) }
                guard let result = sender.result else { throw CancellationError() }
                return result
            },
            onCancel: { cancel(sender) },
            isolation: isolation
        )
    }

    /// Lets a sender wait, unless there is room by now. False: its task goes on.
    private func park(_ sender: WaitingSender<Element>, _ task: WaitingTask) -> Bool {
        lock.acquire()
        if sender.isCancelled {
            lock.release()
            return false
        }
        if end == nil && (ring.isHeldBack || !senders.isEmpty) {
            sender.task = task
            senders.append(sender)
            lock.release()
            return true
        }
        let stored = end == nil ? sender.takeElement().map { store($0) } : nil
        lock.release()
        sender.result = stored?.result ?? .ended
        stored?.finish(self)
        return false
    }

    private func cancel(_ sender: WaitingSender<Element>) {
        lock.acquire()
        sender.isCancelled = true
        let waits = senders.contains(sender)
        if waits { senders.remove(sender) }
        lock.release()
        if waits { sender.resume(with: nil) }
    }

    /// Lets senders go on as long as there is room, after room has been made.
    @usableFromInline
    func admitSenders() {
        if storeOfSenders() { deliver() }
    }

    /// Whether a sender waits although there is room. Under the lock.
    @inlinable
    @inline(__always)
    var canAdmit: Bool { !senders.isEmpty && !ring.isHeldBack }

    /// Stores the elements of senders that wait, as long as there is room. True if the elements are to be delivered to
    /// subscriptions, too.
    @usableFromInline
    func storeOfSenders() -> Bool {
        var feedsWait = false
        while true {
            lock.acquire()
            guard canAdmit, let sender = senders.removeFirst(), let element = sender.takeElement() else { break }
            let stored = store(element)
            lock.release()
            releaseValue(stored.former)
            stored.woken.forEach { $0.resume() }
            feedsWait = feedsWait || stored.feedsWait
            sender.resume(with: stored.result)
        }
        lock.release()
        return feedsWait
    }
}

// Consuming by tasks.
extension BroadcastCore {
    /// What a consumer has found.
    @usableFromInline
    enum Reading {
        case elements
        case nothing
        case lag
        case end
        /// The consumer has left: it was cancelled.
        case left
    }

    /// What a consumer finds, under the lock. If it has missed elements and skips, `missed` is their number.
    @inlinable
    @inline(__always)
    func look(_ consumer: BroadcastConsumer<Element>, _ missed: inout Int) -> Reading {
        if consumer.hasLeft { return .left }
        if ring.count(from: consumer.cursor) == 0 { return end == nil ? .nothing : .end }
        missed = ring.missed(by: consumer.cursor)
        return missed > 0 && consumer.lag == .fail ? .lag : .elements
    }

    @inlinable
    func read(_ consumer: BroadcastConsumer<Element>, _ missed: inout Int, into element: inout Element?) -> Reading {
        lock.acquire()
        let reading = look(consumer, &missed)
        // Assigned as in `exchange`: what was there is nothing.
        if case .elements = reading { element = ring.take(&consumer.cursor) }
        let makesRoom = canAdmit
        lock.release()
        if makesRoom { admitSenders() }
        return reading
    }

    @inlinable
    func read(
        _ consumer: BroadcastConsumer<Element>,
        _ missed: inout Int,
        upTo limit: Int,
        into slice: inout ArraySlice<Element>
    ) -> Reading {
        lock.acquire()
        var reading = look(consumer, &missed)
        let count = min(limit, ring.count(from: consumer.cursor))
        lock.release()
        guard case .elements = reading else { return reading }
        // The memory is allocated outside of the lock. Meanwhile more elements may have come, or the consumer may have
        // been cancelled.
        var makesRoom = false
        slice = .filled(capacity: count) { buffer in
            lock.acquire()
            defer { lock.release() }
            reading = look(consumer, &missed)
            guard case .elements = reading else { return 0 }
            let count = ring.take(&consumer.cursor, upTo: count, into: buffer)
            makesRoom = canAdmit
            return count
        }
        if makesRoom { admitSenders() }
        return reading
    }

    func join(holds: Bool) -> Cursor {
        lock.acquire()
        defer { lock.release() }
        consumers += 1
        return ring.join(holds: holds)
    }

    /// Lets a consumer's task wait. False: the task goes on.
    @usableFromInline
    func park(_ consumer: BroadcastConsumer<Element>, _ task: WaitingTask) -> Bool {
        lock.acquire()
        defer { lock.release() }
        require(!tasks.contains(consumer.waiter), "Broadcast: two tasks wait for elements of one iterator")
        if consumer.hasLeft || end != nil || ring.count(from: consumer.cursor) > 0 { return false }
        consumer.waiter.task = task
        tasks.append(consumer.waiter)
        return true
    }

    /// Takes a consumer's cursor away, if it is still there, and lets its task go on, if the task waits.
    @usableFromInline
    func leave(_ consumer: BroadcastConsumer<Element>) {
        lock.acquire()
        if consumer.hasLeft { return lock.release() }
        consumer.hasLeft = true
        let waits = tasks.contains(consumer.waiter)
        if waits { tasks.remove(consumer.waiter) }
        remove(consumer.cursor)
        lock.release()
        if waits { consumer.waiter.resume() }
        cleanUp()
    }

    func error() -> Swift.Error? {
        lock.acquire()
        defer { lock.release() }
        if case .error(let error)? = end { return error }
        return nil
    }

    /// Takes a cursor away, under the lock; `cleanUp` has to follow.
    private func remove(_ cursor: Cursor) {
        consumers -= 1
        ring.leave(cursor)
    }

    /// Releases what a cursor that has gone has kept, a few elements at a time, and lets senders go on.
    private func cleanUp() {
        releaseUnneeded()
        admitSenders()
    }

    private func releaseUnneeded() {
        while true {
            var removed: [Element] = []
            removed.reserveCapacity(16)
            lock.acquire()
            ring.removeUsedUp(upTo: 16, into: &removed)
            lock.release()
            if removed.isEmpty { return }
            releaseValue(removed)
        }
    }
}

// Delivering to subscriptions.
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
    func add(_ feed: BroadcastFeed<Element>) {
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
                case .end: error().map { .error($0) } ?? .completed
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

/// A task that waits in a list of a broadcast.
@usableFromInline
final class TaskWaiter: WaitListMember, @unchecked Sendable {
    @usableFromInline
    @exclusivity(unchecked)
    var link = WaitLink<TaskWaiter>()
    @usableFromInline
    @exclusivity(unchecked)
    var filling = 0
    @exclusivity(unchecked)
    var task: WaitingTask?

    @usableFromInline
    init() {}

    /// Called by the thread that has taken the waiter out of the list.
    @usableFromInline
    func resume() {
        let task = exchange(&task, for: nil)
        task?.resume()
    }
}

/// A task that waits until there is room for its element.
@usableFromInline
final class WaitingSender<Element>: WaitListMember, @unchecked Sendable {
    @usableFromInline
    @exclusivity(unchecked)
    var link = WaitLink<WaitingSender<Element>>()
    @usableFromInline
    @exclusivity(unchecked)
    var filling = 0

    @exclusivity(unchecked)
    var task: WaitingTask?
    @exclusivity(unchecked)
    var isCancelled = false
    /// What became of the element; `nil` for a sender that was cancelled.
    @exclusivity(unchecked)
    var result: SendResult?
    @exclusivity(unchecked)
    private var element: Element?

    init(_ element: Element) {
        self.element = element
    }

    func takeElement() -> Element? { exchange(&element, for: nil) }

    /// Called by the thread that has taken the sender out of the list.
    func resume(with result: SendResult?) {
        self.result = result
        releaseValue(takeElement())
        let task = exchange(&task, for: nil)
        task?.resume()
    }
}
