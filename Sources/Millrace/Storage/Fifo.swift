/// A queue: a ring buffer that grows as needed and allocates nothing in advance.
@usableFromInline
package struct Fifo<Element> {
    @usableFromInline
    var slots: ContiguousArray<Element?> = []
    @usableFromInline
    var first = 0
    @usableFromInline
    package var count = 0

    @inlinable
    package init() {}

    @inlinable
    package var isEmpty: Bool { count == 0 }

    /// The oldest element, which stays in the queue.
    @inlinable
    package var oldest: Element? { count == 0 ? nil : slots[first] }

    @inlinable
    package mutating func append(_ element: Element) {
        if count == slots.count { grow() }
        // The place is empty, but an assignment would check it for a value to release.
        releaseValue(exchange(&slots[(first + count) & (slots.count - 1)], for: element))
        count += 1
    }

    /// Puts an element before the oldest one.
    @inlinable
    package mutating func prepend(_ element: Element) {
        if count == slots.count { grow() }
        first = (first &- 1) & (slots.count - 1)
        releaseValue(exchange(&slots[first], for: element))
        count += 1
    }

    /// Takes the oldest element; there must be one.
    @inlinable
    package mutating func removeFirst() -> Element {
        let element = known(exchange(&slots[first], for: nil))
        first = (first + 1) & (slots.count - 1)
        count -= 1
        return element
    }

    @inlinable
    package mutating func popFirst() -> Element? {
        count == 0 ? nil : removeFirst()
    }

    /// Takes all elements; the caller releases them.
    @inlinable
    package mutating func takeAll() -> Fifo {
        exchange(&self, for: Fifo())
    }

    @usableFromInline
    mutating func grow() {
        // A power of two, so that positions wrap by a mask.
        var larger = ContiguousArray<Element?>()
        larger.reserveCapacity(max(4, 2 * count))
        for offset in 0..<count { larger.append(slots[(first + offset) & (slots.count - 1)].take()) }
        for _ in count..<max(4, 2 * count) { larger.append(nil) }
        first = 0
        releaseValue(exchange(&slots, for: larger))
    }
}
