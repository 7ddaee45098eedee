/// A queue in a ring of memory that grows as needed and allocates nothing in advance: state under a lock.
///
/// `Fifo` is the same without unsafe code; but its slots are optionals, so its elements cannot be moved into an array in
/// one step. The owner calls `destroy()`.
@usableFromInline
struct Ring<Element> {
    @usableFromInline
    var slots: UnsafeMutablePointer<Element>

    /// How many slots there are: a power of two, so that indices wrap by a mask, or 0.
    @usableFromInline
    var size = 0

    @usableFromInline
    var first = 0

    @usableFromInline
    var count = 0

    @inlinable
    init() {
        slots = Ring.none
    }

    /// An address that is not used.
    @inlinable
    static var none: UnsafeMutablePointer<Element> {
        known(UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment))
    }

    @inlinable
    @inline(__always)
    mutating func append(_ element: Element) {
        if _slowPath(count == size) { grow() }
        (slots + ((first + count) & (size - 1))).initialize(to: element)
        count += 1
    }

    /// Takes the oldest element; there must be one.
    @inlinable
    @inline(__always)
    mutating func removeFirst() -> Element {
        let element = (slots + first).move()
        first = (first + 1) & (size - 1)
        count -= 1
        return element
    }

    /// Takes all elements, and keeps the memory for further ones.
    @inlinable
    mutating func removeAll() -> [Element] {
        let (slots, size, first, count) = (slots, size, first, count)
        self.first = 0
        self.count = 0
        // An array that a closure fills looks up metadata: 40 ns, even where its type is known. Other elements than
        // trivial ones would be retained for the copy.
        if _isPOD(Element.self) && first + count <= size {
            return Array(UnsafeBufferPointer(start: slots + first, count: count))
        }
        return Array(unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = count
            guard let target = buffer.baseAddress else { return }
            Ring.move(slots, size, first, count, to: target)
        }
    }

    @inlinable
    mutating func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: max(8, 2 * size))
        Ring.move(slots, size, first, count, to: larger)
        if size > 0 { slots.deallocate() }
        slots = larger
        size = max(8, 2 * size)
        first = 0
    }

    /// Moves the elements into memory without gaps.
    @inlinable
    static func move(
        _ slots: UnsafeMutablePointer<Element>,
        _ size: Int,
        _ first: Int,
        _ count: Int,
        to target: UnsafeMutablePointer<Element>
    ) {
        let untilEnd = min(count, size - first)
        target.moveInitialize(from: slots + first, count: untilEnd)
        (target + untilEnd).moveInitialize(from: slots, count: count - untilEnd)
    }

    /// Releases the elements, and frees the memory.
    @inlinable
    mutating func destroy() {
        while count > 0 { releaseValue(removeFirst()) }
        if size > 0 { slots.deallocate() }
    }
}
