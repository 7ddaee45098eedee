import CMillrace

/// A bounded queue; mr_mpmc.h has the protocol. All its memory is allocated at once; the memory of a large queue is
/// first touched as the queue fills.
@usableFromInline
struct BoundedMPMCQueue<Element>: HandOverQueue, @unchecked Sendable {
    @usableFromInline
    let ring: UnsafeMutablePointer<mr_mpmc>

    @inlinable
    @inline(__always)
    static var layout: SlotLayout<Element> { SlotLayout(behind: MemoryLayout<mr_mpmc_slot>.size) }

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
    func destroy() {
        while let element = pop() { _ = element }
        mr_mpmc_destroy(ring)
        ring.deallocate()
    }
}
