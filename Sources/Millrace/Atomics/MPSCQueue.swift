import CMillrace

/// An unbounded queue; mr_mpsc.h has the protocol. It allocates nothing while it is emptied about as fast as it is
/// filled.
@usableFromInline
struct MPSCQueue<Element>: HandOverQueue, @unchecked Sendable {
    @usableFromInline
    let queue: UnsafeMutablePointer<mr_mpsc>

    @inlinable
    @inline(__always)
    static var layout: SlotLayout<Element> { SlotLayout(behind: MemoryLayout<mr_slot_flag>.size) }

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
    func destroy() {
        while let element = pop() { _ = element }
        mr_mpsc_destroy(queue)
        queue.deallocate()
    }
}
