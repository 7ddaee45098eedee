import CMillrace

/// A queue with a bound; mr_ring.h has the protocol. Its memory is taken at once, and used as it fills.
@usableFromInline
struct Ring<Element>: HandOverQueue, @unchecked Sendable {
    @usableFromInline
    let ring: UnsafeMutablePointer<mr_ring>

    @inlinable
    @inline(__always)
    static var layout: SlotLayout<Element> { SlotLayout(behind: MemoryLayout<mr_ring_slot>.size) }

    /// How many elements a ring may be made for.
    @inlinable
    static var mostElements: Int { Int.max / layout.size }

    @inlinable
    init(capacity: Int) {
        ring = .allocate(capacity: 1)
        let layout = Self.layout
        mr_ring_init(ring, UInt64(capacity), layout.size, layout.alignment)
    }

    @inlinable
    @inline(__always)
    static func content(_ slot: UnsafeMutablePointer<mr_ring_slot>) -> UnsafeMutablePointer<Element> {
        (UnsafeMutableRawPointer(slot) + layout.offset).assumingMemoryBound(to: Element.self)
    }

    /// Whether there was room.
    @inlinable
    func push(_ element: Element) -> Bool {
        guard let slot = mr_ring_claim_push(ring) else { return false }
        Self.content(slot).initialize(to: element)
        mr_ring_publish(slot)
        return true
    }

    @inlinable
    func pop() -> Element? {
        guard let slot = mr_ring_claim_pop(ring) else { return nil }
        let element = Self.content(slot).move()
        mr_ring_vacate(slot)
        return element
    }

    @inlinable
    var isEmpty: Bool { mr_ring_is_empty(ring) }

    @inlinable
    func destroy() {
        while let element = pop() { _ = element }
        mr_ring_destroy(ring)
        ring.deallocate()
    }
}
