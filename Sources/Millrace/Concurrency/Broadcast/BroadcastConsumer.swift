/// A task's cursor in a broadcast. The iterators that are copies of each other share it.
@usableFromInline
final class BroadcastConsumer<Element>: @unchecked Sendable {
    @usableFromInline
    let core: BroadcastCore<Element>
    @usableFromInline
    let lag: LagStrategy
    @usableFromInline
    let onSkip: (@Sendable (Int) -> Void)?
    @usableFromInline
    let waiter = TaskWaiter()

    // The next two change under the broadcast's lock.
    @usableFromInline
    @exclusivity(unchecked)
    var cursor: CursorRing<Element>.Cursor
    @usableFromInline
    @exclusivity(unchecked)
    var hasLeft = false

    /// Whether the iteration has ended, by its end or by an error. Only the iterating task knows.
    @usableFromInline
    @exclusivity(unchecked)
    var hasEnded = false

    init(_ core: BroadcastCore<Element>, _ lag: LagStrategy, _ onSkip: (@Sendable (Int) -> Void)?) {
        self.core = core
        self.lag = lag
        self.onSkip = onSkip
        cursor = core.join(holds: lag == .suspend)
    }

    deinit {
        core.leave(self)
    }

    @inlinable
    func next(isolation: isolated (any Actor)?) async throws -> Element? {
        var element: Element?
        while true {
            var missed = 0
            if hasEnded { return nil }
            let reading = Task.isCancelled ? .left : core.read(self, &missed, into: &element)
            if case .elements = reading {
                if missed > 0 { onSkip?(missed) }
                return element
            }
            if try await !goesOn(after: reading, missed, isolation: isolation) { return nil }
        }
    }

    @inlinable
    func nextBatch(isolation: isolated (any Actor)?) async throws -> ArraySlice<Element>? {
        var slice: ArraySlice<Element> = []
        while true {
            var missed = 0
            if hasEnded { return nil }
            let reading = Task.isCancelled ? .left : core.read(self, &missed, upTo: 256, into: &slice)
            if case .elements = reading {
                if missed > 0 { onSkip?(missed) }
                return slice
            }
            if try await !goesOn(after: reading, missed, isolation: isolation) { return nil }
        }
    }

    /// Waits for an element, or ends the iteration. False: it has ended without an error.
    @usableFromInline
    func goesOn(
        after reading: BroadcastCore<Element>.Reading,
        _ missed: Int,
        isolation: isolated (any Actor)?
    ) async throws -> Bool {
        if case .nothing = reading {
            _ = await withTaskCancellationHandler(
                operation: { await WaitingTask.suspend(isolation: isolation) { core.park(self, $0) } },
                onCancel: { core.leave(self) },
                isolation: isolation
            )
            return true
        }
        hasEnded = true
        core.leave(self)
        switch reading {
        case .lag: throw LagError(missed: missed)
        case .left: throw CancellationError()
        default:
            if case .error(let error)? = core.ending() { throw error }
            return false
        }
    }
}

// What tasks read.
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
}
