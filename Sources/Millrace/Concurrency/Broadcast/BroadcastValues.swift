extension Broadcast {
    /// The elements of this broadcast, for tasks to iterate over, with the strategy `.suspend`; otherwise as
    /// `values(onLag:onSkip:)`. Unlike the `values` of other sources, it keeps no elements beyond the broadcast's room.
    public var values: BroadcastValues<Element> { values(onLag: .suspend) }

    /// The elements of this broadcast, for tasks to iterate over. Each iterator is a consumer of its own.
    ///
    /// - **Emits**, to the first iterator, such as that of the first `for await` loop, the last elements from before the
    ///   call of this method that are to be replayed, and all elements that are sent after the call, except those that
    ///   are skipped. So a task that begins its loop late gets what was sent before. To each further iterator, the same
    ///   from its `makeAsyncIterator()` on.
    /// - **Completes** when the broadcast has been finished and every element has been read.
    /// - **Fails** with the error of `finish(throwing:)`, after the elements; with a `LagError`, if the strategy is
    ///   `.fail` and elements that have not been read have lost their slots to later ones; and with
    ///   `CancellationError` if the iterating task is cancelled, even if there are elements to read.
    /// - **Disposal**: the consumer leaves the broadcast when the iteration has ended or its iterator is released, as
    ///   after a `break`. The first consumer is there before its iteration: with the strategy `.suspend`, it holds the
    ///   senders back until somebody iterates or the result of this method is released. If the task is cancelled while it waits for an element, the consumer leaves on the thread that
    ///   cancels; otherwise, as soon as the task asks for an element. Senders which that consumer has held back go on.
    /// - **Thread**: the iteration goes on where its task runs. Only one task at a time may use an iterator.
    /// - **Complexity**: O(1) for each element, and no memory beyond the broadcast's. `batches` reads many elements in
    ///   one step.
    ///
    /// ```swift
    /// let feed = Broadcast<Int>(capacity: 2)
    /// let latest = feed.values(onLag: .skip, onSkip: { print("missed \($0)") })
    /// for number in 1...5 { feed.send(number) }
    /// feed.finish()
    /// for try await number in latest { print(number) }
    /// // missed 3
    /// // 4
    /// // 5
    /// ```
    ///
    /// - Parameters:
    ///   - lag: what happens if an iteration is so slow that the ring has no more room.
    ///   - onSkip: called with the number of elements that this consumer has missed, before it gets the next element,
    ///     in the iterating task. The numbers add up to all elements that were sent and not received.
    public func values(
        onLag lag: LagStrategy,
        onSkip: (@Sendable (Int) -> Void)? = nil
    ) -> BroadcastValues<Element> {
        BroadcastValues(core, lag, onSkip)
    }
}

/// The elements of a `Broadcast`, for tasks to iterate over, as `Broadcast.values(onLag:onSkip:)` gives them.
public struct BroadcastValues<Element>: AsyncSequence {
    private let core: Broadcast<Element>.Core
    private let lag: LagStrategy
    private let onSkip: (@Sendable (Int) -> Void)?
    // Copies share it, and whoever iterates first takes it out.
    private let first: Locked<Broadcast<Element>.Consumer?>

    init(_ core: Broadcast<Element>.Core, _ lag: LagStrategy, _ onSkip: (@Sendable (Int) -> Void)?) {
        self.core = core
        self.lag = lag
        self.onSkip = onSkip
        first = Locked(Broadcast<Element>.Consumer(core, lag, onSkip))
    }

    /// The first time, the consumer that has been there since the call of `values(onLag:onSkip:)`; later, one that joins
    /// now. It has a cursor in the broadcast until the iteration has ended or the iterator is released.
    public func makeAsyncIterator() -> Iterator {
        let waiting = first.access { exchange(&$0, for: nil) }
        return Iterator(consumer: waiting ?? Broadcast<Element>.Consumer(core, lag, onSkip))
    }

    /// A consumer of a broadcast. One task at a time may use it.
    public struct Iterator: AsyncIteratorProtocol {
        @usableFromInline
        let consumer: Broadcast<Element>.Consumer

        init(consumer: Broadcast<Element>.Consumer) {
            self.consumer = consumer
        }

        /// The next element; `nil` after the last one.
        @inlinable
        public mutating func next() async throws -> Element? {
            try await consumer.next(isolation: nil)
        }

        /// The next element; `nil` after the last one. Does not leave the actor that asks for it.
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> Element? {
            try await consumer.next(isolation: actor)
        }
    }
}

extension BroadcastValues: Sendable where Element: Sendable {}

@available(*, unavailable)
extension BroadcastValues.Iterator: Sendable {}

extension BroadcastValues {
    /// The elements in slices of what has come: each slice has at least one element, and at most 256.
    ///
    /// Reading a slice takes the lock twice, however many elements there are. So a consumer that falls behind catches
    /// up faster than one that reads element by element. `onSkip` is called before the slice that follows the missed
    /// elements.
    ///
    /// - **Complexity**: O(elements) and one allocation for each slice.
    ///
    /// ```swift
    /// let feed = Broadcast<Int>(capacity: 16)
    /// let batches = feed.values.batches
    /// for number in 1...4 { feed.send(number) }
    /// feed.finish()
    /// for try await batch in batches { print(batch) }
    /// // [1, 2, 3, 4]
    /// ```
    public var batches: Batches { Batches(self) }

    /// The elements of a `Broadcast` in slices, as `BroadcastValues.batches` gives them.
    public struct Batches: AsyncSequence {
        private let values: BroadcastValues<Element>

        init(_ values: BroadcastValues<Element>) {
            self.values = values
        }

        /// A consumer, as `BroadcastValues.makeAsyncIterator()` gives it.
        public func makeAsyncIterator() -> Iterator {
            Iterator(consumer: values.makeAsyncIterator().consumer)
        }

        /// A consumer of a broadcast, which takes slices. One task at a time may use it.
        public struct Iterator: AsyncIteratorProtocol {
            @usableFromInline
            let consumer: Broadcast<BroadcastValues.Element>.Consumer

            init(consumer: Broadcast<BroadcastValues.Element>.Consumer) {
                self.consumer = consumer
            }

            /// The next elements; `nil` after the last one.
            @inlinable
            public mutating func next() async throws -> ArraySlice<BroadcastValues.Element>? {
                try await consumer.nextBatch(isolation: nil)
            }

            /// The next elements; `nil` after the last one. Does not leave the actor that asks for them.
            @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
            @inlinable
            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async throws(any Error) -> ArraySlice<BroadcastValues.Element>? {
                try await consumer.nextBatch(isolation: actor)
            }
        }
    }
}

extension BroadcastValues.Batches: Sendable where BroadcastValues.Element: Sendable {}

@available(*, unavailable)
extension BroadcastValues.Batches.Iterator: Sendable {}

extension Broadcast {
    /// A task's cursor in a broadcast. The iterators that are copies of each other share it.
    @usableFromInline
    final class Consumer: @unchecked Sendable {
        @usableFromInline
        let core: Core
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

        init(_ core: Core, _ lag: LagStrategy, _ onSkip: (@Sendable (Int) -> Void)?) {
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
            after reading: Core.Reading,
            _ missed: Int,
            isolation: isolated (any Actor)?
        ) async throws -> Bool {
            if case .nothing = reading {
                _ = await withTaskCancellationHandler(
                    operation: { await WaitingTask.suspend(isolation: isolation) { core.park(self, $0) } },
                    // What follows is the task's: this runs under a lock of the task.
                    onCancel: { core.takeAway(self) },
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
}

// What tasks read.
extension Broadcast.Core {
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
    func look(_ consumer: Consumer, _ missed: inout Int) -> Reading {
        if consumer.hasLeft { return .left }
        if ring.count(from: consumer.cursor) == 0 { return end == nil ? .nothing : .end }
        missed = ring.missed(by: consumer.cursor)
        return missed > 0 && consumer.lag == .fail ? .lag : .elements
    }

    @inlinable
    func read(_ consumer: Consumer, _ missed: inout Int, into element: inout Element?) -> Reading {
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
        _ consumer: Consumer,
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
    func park(_ consumer: Consumer, _ task: WaitingTask) -> Bool {
        lock.acquire()
        defer { lock.release() }
        require(
            !tasks.contains(consumer.waiter),
            "Broadcast: two tasks wait for elements of one iterator; let each task read values of the Broadcast for itself"
        )
        if consumer.hasLeft || end != nil || ring.count(from: consumer.cursor) > 0 { return false }
        consumer.waiter.task = task
        tasks.append(consumer.waiter)
        return true
    }

    /// Takes a consumer's cursor away, if it is still there, and lets senders go on.
    @usableFromInline
    func leave(_ consumer: Consumer) {
        takeAway(consumer)
        cleanUp()
    }

    /// Takes a consumer's cursor away, if it is still there, and lets its task go on, if the task waits. `leave` has to
    /// follow.
    func takeAway(_ consumer: Consumer) {
        lock.acquire()
        if consumer.hasLeft { return lock.release() }
        consumer.hasLeft = true
        let waits = tasks.contains(consumer.waiter)
        if waits { tasks.remove(consumer.waiter) }
        remove(consumer.cursor)
        lock.release()
        if waits { consumer.waiter.resume() }
    }
}
