import CMillrace

/// Whether a consumer drains a queue that many threads fill and one thread at a time empties: the address of the word
/// that says so.
///
/// A producer adds an element and then signals. The first signal starts a consumer; a later signal only makes a mark.
/// The consumer takes elements until the queue is empty and then rests, unless it finds the mark: then it looks once
/// more. So no element stays behind, and there are never two consumers. mr_mpsc.h has the protocol.
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

/// An unbounded queue with many producers and one consumer. While it is emptied about as fast as it is filled, it
/// allocates nothing beyond its second block.
///
/// The elements lie in blocks of slots. A producer claims the next slot with a compare-and-swap, stores its element and
/// publishes the slot. The consumer takes the elements in the order of the slots, and stops at a slot that has been
/// claimed but not published. mr_mpsc.h has the protocol.
@usableFromInline
struct MPSCQueue<Element>: @unchecked Sendable {
    @usableFromInline
    let queue: UnsafeMutablePointer<mr_mpsc>

    /// Where an element lies in a slot, behind the word that the C core keeps there.
    @inlinable
    @inline(__always)
    static var layout: (offset: Int, size: Int, alignment: Int) {
        let alignment = max(MemoryLayout<mr_slot_flag>.size, MemoryLayout<Element>.alignment)
        let size = (alignment + MemoryLayout<Element>.size + alignment - 1) / alignment * alignment
        return (offset: alignment, size: size, alignment: alignment)
    }

    /// - Parameter expected: how many slots the first block has, rounded up to a power of two; at most 256, and fewer
    ///   if elements are large.
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
    func destroy() {
        while let element = pop() { _ = element }
        mr_mpsc_destroy(queue)
        queue.deallocate()
    }
}
