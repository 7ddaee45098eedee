extension Broadcast {
    /// What a broadcast, its consumers and its observables share: one ring, and who waits for what.
    ///
    /// Everything here changes under one lock, for a few instructions. What follows from a change is done after the
    /// lock has been left: elements are released, tasks resumed, observers called.
    ///
    /// | | waits in | is taken out by | who then |
    /// |---|---|---|---|
    /// | a consumer that is a task | `tasks` | whoever stores an element or ends the broadcast | resumes the task |
    /// | a subscription | `feeds` | whoever does so, or continues to | delivers to the observer |
    /// | a sender for which there is no room | `senders` | whoever makes room, with the sender's element | resumes the task |
    ///
    /// Somebody who was taken out belongs to the thread that took it out, so nobody is resumed twice, and only one
    /// thread at a time calls an observer.
    @usableFromInline
    final class Core: @unchecked Sendable {
        @usableFromInline
        typealias Cursor = CursorRing<Element>.Cursor
        // An extension of a nested type does not find the types beside it.
        @usableFromInline
        typealias Consumer = Broadcast<Element>.Consumer
        @usableFromInline
        typealias Feed = Broadcast<Element>.Feed
        @usableFromInline
        typealias Sender = Broadcast<Element>.Sender

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
        var senders = WaitList<Sender>()

        @usableFromInline
        @exclusivity(unchecked)
        var feeds = WaitList<Feed>()

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
}

// Sending.
extension Broadcast.Core {
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
        let (waiters, feedsWait, result) = (
            tasks.takeAll(), !feeds.isEmpty, consumers == 0 ? SendResult.noConsumers : .sent
        )
        lock.release()
        releaseValue(consume former)
        if feedsWait || !waiters.isEmpty { resume(waiters, feedsWait) }
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
        let waiters: WaitList<TaskWaiter>.Chain
        let feedsWait: Bool
        let result: SendResult

        func finish(_ core: Broadcast.Core) {
            releaseValue(former)
            core.resume(waiters, feedsWait)
        }
    }

    /// Stores an element for which there is room. Called under the lock.
    private func store(_ element: Element) -> Stored {
        if consumers == 0 && ring.replay == 0 {
            // Kept by the result, so that it is not released under the lock.
            return Stored(former: element, waiters: .init(first: nil), feedsWait: false, result: .noConsumers)
        }
        return Stored(
            former: ring.append(element),
            waiters: tasks.takeAll(),
            feedsWait: !feeds.isEmpty,
            result: consumers == 0 ? .noConsumers : .sent
        )
    }

    // The tasks first: observers are user code, and may take long.
    @inlinable
    @inline(__always)
    func resume(_ waiters: WaitList<TaskWaiter>.Chain, _ feedsWait: Bool) {
        waiters.forEach { $0.resume() }
        if feedsWait { deliver() }
    }

    /// How the broadcast has ended, if it has.
    func ending() -> Terminal? {
        lock.acquire()
        defer { lock.release() }
        return end
    }

    @usableFromInline
    func finish(_ terminal: Terminal) {
        lock.acquire()
        if end != nil { return lock.release() }
        end = terminal
        let (waiters, held, feedsWait) = (tasks.takeAll(), senders.takeAll(), !feeds.isEmpty)
        lock.release()
        held.forEach { $0.resume(with: .ended) }
        resume(waiters, feedsWait)
    }

    /// Sends an element as soon as there is room.
    @usableFromInline
    func sendLater(_ element: Element, isolation: isolated (any Actor)?) async throws -> SendResult {
        let sender = Sender(element)
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
    private func park(_ sender: Sender, _ task: WaitingTask) -> Bool {
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

    private func cancel(_ sender: Sender) {
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
            stored.waiters.forEach { $0.resume() }
            feedsWait = feedsWait || stored.feedsWait
            sender.resume(with: stored.result)
        }
        lock.release()
        return feedsWait
    }
}

// Leaving.
extension Broadcast.Core {
    /// Takes a cursor away, under the lock; `cleanUp` has to follow.
    func remove(_ cursor: Cursor) {
        consumers -= 1
        ring.leave(cursor)
    }

    /// Releases what a cursor that has gone has kept, a few elements at a time, and lets senders go on.
    func cleanUp() {
        releaseUnneeded()
        admitSenders()
    }

    func releaseUnneeded() {
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

extension Broadcast {
    /// A task that waits until there is room for its element.
    @usableFromInline
    final class Sender: WaitListMember, @unchecked Sendable {
        @usableFromInline
        @exclusivity(unchecked)
        var link = WaitList<Sender>.Link()
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
}
