import CMillrace

/// A queue without a bound; mr_backlog.h has the protocol. It allocates nothing while it is emptied about as fast as it
/// is filled.
@usableFromInline
struct Backlog<Element>: HandOverQueue, @unchecked Sendable {
    @usableFromInline
    let queue: UnsafeMutablePointer<mr_backlog>

    @inlinable
    @inline(__always)
    static var layout: SlotLayout<Element> { SlotLayout(behind: MemoryLayout<mr_slot_flag>.size) }

    /// - Parameter expected: how many elements may wait before more memory is taken; of the first 256.
    @inlinable
    init(expected: Int) {
        queue = .allocate(capacity: 1)
        let layout = Self.layout
        let slots = min(max(expected, 2), 1 << Int(MR_BACKLOG_LARGEST))
        let logarithm = Int.bitWidth - (slots - 1).leadingZeroBitCount
        mr_backlog_init(queue, layout.size, layout.alignment, UInt32(logarithm))
    }

    @inlinable
    @inline(__always)
    static func content(_ slot: UnsafeMutablePointer<mr_slot_flag>) -> UnsafeMutablePointer<Element> {
        (UnsafeMutableRawPointer(slot) + layout.offset).assumingMemoryBound(to: Element.self)
    }

    @inlinable
    @inline(__always)
    func push(_ element: Element) {
        let slot = mr_backlog_claim(queue)
        Self.content(slot).initialize(to: element)
        mr_backlog_publish(slot)
    }

    @inlinable
    @inline(__always)
    func pop() -> Element? {
        guard let slot = mr_backlog_first(queue) else { return nil }
        let element = Self.content(slot).move()
        mr_backlog_drop_first(queue)
        return element
    }

    @inlinable
    var isEmpty: Bool { mr_backlog_first(queue) == nil }

    @inlinable
    func destroy() {
        while let element = pop() { _ = element }
        mr_backlog_destroy(queue)
        queue.deallocate()
    }
}
