/// A queue with a bound and a lock: a value that refers to the queue's memory.
@usableFromInline
struct LockedQueue<Element>: @unchecked Sendable {
    @usableFromInline
    struct Memory {
        // First, so that it has the memory's address.
        @usableFromInline
        var lock = Lock.Storage()
        @usableFromInline
        var queue: BoundedQueue<Element>
        @usableFromInline
        let bound: Bound
        @usableFromInline
        let watermark: Watermark?

        @inlinable
        init(_ bound: Bound) {
            self.bound = bound
            watermark = bound.makeWatermark()
            queue = BoundedQueue(capacity: bound.capacity, bound.overflow, inAdvance: watermark == nil)
        }
    }

    @usableFromInline
    let memory: UnsafeMutablePointer<Memory>

    // Of `memory`. With an address of its own, a change of the queue is no change of the lock for the thread sanitizer.
    @usableFromInline
    let queue: UnsafeMutablePointer<BoundedQueue<Element>>

    // Owned by the memory; not retained for each element.
    @usableFromInline
    let heldWatermark: Held<Watermark>?

    @inlinable
    init(_ bound: Bound) {
        memory = .allocate(capacity: 1)
        memory.initialize(to: Memory(bound))
        queue = withUnsafeMutablePointer(to: &memory.pointee.queue) { $0 }
        heldWatermark = memory.pointee.watermark.map { Held(borrowing: $0) }
    }

    @inlinable
    @inline(__always)
    var lock: Lock { Lock(at: UnsafeMutableRawPointer(memory).assumingMemoryBound(to: Lock.Storage.self)) }

    /// Adds the element, or does what the strategy says. False: the strategy is `.error`, and there is no room.
    @inlinable
    @inline(__always)
    func push(_ element: Element) -> Bool {
        heldWatermark?.use { $0.add() }
        let lock = lock
        lock.acquire()
        let outcome = queue.pointee.add(element)
        if case .taken = outcome {
            lock.release()
            return true
        }
        return pushed(element, outcome)
    }

    /// The queue was full, or needs a chunk. Called under the lock; returns without it.
    @inlinable
    @inline(never)
    func pushed(_ element: Element, _ outcome: __owned BoundedQueue<Element>.Outcome) -> Bool {
        var outcome = outcome
        while case .needsChunk = outcome {
            lock.release()
            let chunk = BoundedQueue<Element>.makeChunk(limit: .max)
            lock.acquire()
            queue.pointee.elements.keep(chunk)
            outcome = queue.pointee.add(element)
        }
        let count = queue.pointee.droppedCount
        lock.release()
        switch consume outcome {
        case .dropped(let dropped):
            // In the order of the counts: the release may run code that drops further elements.
            memory.pointee.bound.report(count)
            releaseValue(dropped)
            return true
        case .failed:
            memory.pointee.bound.onDrop?()
            return false
        default:
            return true
        }
    }

    @inlinable
    @inline(__always)
    func pop() -> Element? {
        let lock = lock
        lock.acquire()
        if queue.pointee.elements.count == 0 {
            lock.release()
            return nil
        }
        let element = queue.pointee.elements.removeFirst()
        lock.release()
        heldWatermark?.use { $0.remove() }
        return element
    }

    @inlinable
    var isEmpty: Bool {
        let lock = lock
        lock.acquire()
        defer { lock.release() }
        return queue.pointee.elements.count == 0
    }

    @usableFromInline
    var reading: QueueReading {
        lock.acquire()
        defer { lock.release() }
        let queue = queue.pointee
        return QueueReading(waiting: queue.count, dropped: queue.droppedCount, overflow: queue.overflow)
    }

    @inlinable
    static var isBounded: Bool { true }

    @inlinable
    var watermark: Watermark? { memory.pointee.watermark }

    @inlinable
    var overflowError: OverflowError { memory.pointee.bound.error }

    @inlinable
    func destroy() {
        memory.deinitialize(count: 1)
        memory.deallocate()
    }
}
