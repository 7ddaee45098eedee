import CMillrace

/// A queue of elements on their way from the threads that push them to the thread that pops them.
@usableFromInline
protocol HandOverQueue<Element>: Sendable {
    associatedtype Element

    /// Takes the oldest element out; `nil` if there is none, or if its producer has not finished the push yet.
    func pop() -> Element?

    var isEmpty: Bool { get }

    /// Whether somebody chose how many elements may wait.
    var isBounded: Bool { get }

    /// Releases the elements that still wait, and frees the memory. No other thread uses the queue.
    func destroy()
}

extension HandOverQueue {
    /// Where an element lies in a slot, behind the word that the C core keeps there.
    @inlinable
    @inline(__always)
    static func slotLayout(behind word: Int) -> (offset: Int, size: Int, alignment: Int) {
        let alignment = max(word, MemoryLayout<Element>.alignment)
        let size = (alignment + MemoryLayout<Element>.size + alignment - 1) / alignment * alignment
        return (offset: alignment, size: size, alignment: alignment)
    }
}

/// Whether a consumer drains a queue that many threads fill and one thread at a time empties: the address of the word
/// that says so.
///
/// A producer adds an element and then signals. The first signal starts a consumer; a later signal only makes a mark.
/// The consumer takes elements until the queue is empty and then rests, unless it finds the mark: then it looks once
/// more. So no element stays behind, and there are never two consumers. mr_wip.h has the protocol.
@usableFromInline
struct WorkInProgress {
    /// What an object stores.
    @usableFromInline
    struct Storage {
        @usableFromInline
        var word = mr_wip()

        @inlinable
        @inline(__always)
        init() {}
    }

    @usableFromInline
    let address: UnsafeMutablePointer<mr_wip>

    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutablePointer<Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: mr_wip.self)
    }

    /// Called after something has been added. True if the caller must start a consumer.
    @inlinable
    @inline(__always)
    func signal() -> Bool { mr_wip_signal(address) }

    /// Called by a consumer that has found the queue empty. True: it stops. False: it looks again, since something may
    /// have been added in the meantime.
    @inlinable
    @inline(__always)
    func rest() -> Bool { mr_wip_rest(address) }
}

/// An unbounded queue with many producers and one consumer. It allocates nothing while it is emptied about as fast as it
/// is filled.
///
/// The elements lie in blocks of slots. A producer claims the next slot with a compare-and-swap, stores its element and
/// publishes the slot. The consumer takes the elements in the order of the slots, and stops at a slot that has been
/// claimed but not published. mr_mpsc.h has the protocol.
@usableFromInline
struct MPSCQueue<Element>: HandOverQueue, @unchecked Sendable {
    @usableFromInline
    let queue: UnsafeMutablePointer<mr_mpsc>

    @inlinable
    @inline(__always)
    static var layout: (offset: Int, size: Int, alignment: Int) { slotLayout(behind: MemoryLayout<mr_slot_flag>.size) }

    /// - Parameter expected: how many elements may wait before more memory is allocated; more than 256 count as 256.
    @inlinable
    init(expected: Int) {
        queue = .allocate(capacity: 1)
        let layout = Self.layout
        let slots = min(max(expected, 2), 1 << Int(MR_MPSC_LARGEST))
        let logarithm = Int.bitWidth - (slots - 1).leadingZeroBitCount
        mr_mpsc_init(queue, layout.size, layout.alignment, UInt32(logarithm))
    }

    @inlinable
    @inline(__always)
    static func content(_ slot: UnsafeMutablePointer<mr_slot_flag>) -> UnsafeMutablePointer<Element> {
        (UnsafeMutableRawPointer(slot) + layout.offset).assumingMemoryBound(to: Element.self)
    }

    @inlinable
    @inline(__always)
    func push(_ element: Element) {
        let slot = mr_mpsc_claim(queue)
        Self.content(slot).initialize(to: element)
        mr_mpsc_publish(slot)
    }

    @inlinable
    @inline(__always)
    func pop() -> Element? {
        guard let slot = mr_mpsc_first(queue) else { return nil }
        let element = Self.content(slot).move()
        mr_mpsc_drop_first(queue)
        return element
    }

    @inlinable
    var isEmpty: Bool { mr_mpsc_first(queue) == nil }

    @inlinable
    var isBounded: Bool { false }

    @inlinable
    func destroy() {
        while let element = pop() { _ = element }
        mr_mpsc_destroy(queue)
        queue.deallocate()
    }
}

/// A bounded queue; mr_mpmc.h has the protocol. All its memory is allocated at once; the memory of a large queue is
/// first touched as the queue fills.
@usableFromInline
struct BoundedMPMCQueue<Element>: HandOverQueue, @unchecked Sendable {
    @usableFromInline
    let ring: UnsafeMutablePointer<mr_mpmc>

    @inlinable
    @inline(__always)
    static var layout: (offset: Int, size: Int, alignment: Int) { slotLayout(behind: MemoryLayout<mr_mpmc_slot>.size) }

    /// The largest capacity that a ring can be made with.
    @inlinable
    static var mostElements: Int { Int.max / layout.size }

    @inlinable
    init(capacity: Int) {
        ring = .allocate(capacity: 1)
        let layout = Self.layout
        mr_mpmc_init(ring, UInt64(capacity), layout.size, layout.alignment)
    }

    @inlinable
    @inline(__always)
    static func content(_ slot: UnsafeMutablePointer<mr_mpmc_slot>) -> UnsafeMutablePointer<Element> {
        (UnsafeMutableRawPointer(slot) + layout.offset).assumingMemoryBound(to: Element.self)
    }

    /// Adds the element if there is room. False if there is none.
    @inlinable
    func push(_ element: Element) -> Bool {
        guard let slot = mr_mpmc_claim_push(ring) else { return false }
        Self.content(slot).initialize(to: element)
        mr_mpmc_publish(slot)
        return true
    }

    @inlinable
    func pop() -> Element? {
        guard let slot = mr_mpmc_claim_pop(ring) else { return nil }
        let element = Self.content(slot).move()
        mr_mpmc_vacate(slot)
        return element
    }

    @inlinable
    var isEmpty: Bool { mr_mpmc_is_empty(ring) }

    @inlinable
    var isBounded: Bool { true }

    @inlinable
    func destroy() {
        while let element = pop() { _ = element }
        mr_mpmc_destroy(ring)
        ring.deallocate()
    }
}
