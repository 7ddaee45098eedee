/// A run of elements that one thread at a time appends to, while other threads read what they know to be there.
///
/// The appending threads hold a lock. A thread that has learnt under that lock how many elements there are reads them
/// without it. Nothing that such a thread can reach is changed or released.
@usableFromInline
final class Chunk<Element>: @unchecked Sendable {
    @usableFromInline
    let elements: UnsafeMutablePointer<Element>
    @usableFromInline
    let capacity: Int

    /// When each element came, if the elements age.
    @usableFromInline
    let times: UnsafeMutablePointer<Double>?

    /// The elements from `from` to `end` are initialized.
    @usableFromInline
    @exclusivity(unchecked)
    var from = 0
    @usableFromInline
    @exclusivity(unchecked)
    var end = 0

    /// The chunk that follows in a chain.
    @usableFromInline
    @exclusivity(unchecked)
    var next: Chunk<Element>?

    @inlinable
    init(capacity: Int, isTimed: Bool) {
        self.capacity = capacity
        elements = .allocate(capacity: capacity)
        times = isTimed ? .allocate(capacity: capacity) : nil
    }

    /// False: there is no room.
    @inlinable
    @inline(__always)
    func append(_ element: Element) -> Bool {
        guard end < capacity else { return false }
        (elements + end).initialize(to: element)
        end += 1
        return true
    }

    /// Calls `body` with each element at these indices, which the caller knows to be there, until `body` returns false.
    @inlinable
    @inline(__always)
    func read(_ indices: Range<Int>, _ body: (Element) -> Bool) {
        // Without it, the compiler may release the chunk as soon as it has the address of the elements.
        withExtendedLifetime(self) {
            for element in UnsafeBufferPointer(start: elements + indices.lowerBound, count: indices.count) {
                if !body(element) { return }
            }
        }
    }

    /// Moves the oldest element out. There is one.
    @inlinable
    @inline(__always)
    func takeOldest() -> Element {
        from += 1
        return (elements + from - 1).move()
    }

    /// Whether every element has been moved out.
    @inlinable
    @inline(__always)
    var isUsedUp: Bool { from == end }

    /// Makes room, when every element has been moved out.
    @inlinable
    func reset() {
        from = 0
        end = 0
    }

    // A chain of chunks is released in a loop.
    deinit {
        (elements + from).deinitialize(count: end - from)
        elements.deallocate()
        times?.deallocate()
        var chunk = next
        next = nil
        while isKnownUniquelyReferenced(&chunk), let current = chunk {
            let following = current.next
            current.next = nil
            chunk = following
        }
    }
}
