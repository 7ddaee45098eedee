/// A queue in a chain of chunks, where no element ever moves. A chunk that is used up is kept for later elements.
///
/// Do not copy a value: the copy would share its chunks.
@usableFromInline
struct ChunkQueue<Element> {
    @usableFromInline
    var count = 0

    /// The chunk with the oldest element. It owns the chunks behind it.
    @usableFromInline
    var first: Chunk<Element>?

    @usableFromInline
    var last: Held<Chunk<Element>>?

    /// Chunks without elements, in a chain.
    @usableFromInline
    var spare: Chunk<Element>?

    @inlinable
    init() {}

    /// False: a chunk is needed.
    @inlinable
    @inline(__always)
    mutating func append(_ element: Element) -> Bool {
        guard let last, last.use({ $0.append(element) }) else { return false }
        count += 1
        return true
    }

    /// Takes the oldest element; there must be one.
    @inlinable
    @inline(__always)
    mutating func removeFirst() -> Element {
        let chunk = Held(borrowing: known(first))
        let element = chunk.use { $0.takeOldest() }
        count -= 1
        if chunk.use({ $0.isUsedUp }) {
            chunk.use { $0.reset() }
            if chunk.use({ $0.next != nil }) { leaveFirst() }
        }
        return element
    }

    // The next three exchange references, so that none is released.

    /// The first chunk is used up, and another follows.
    @usableFromInline
    mutating func leaveFirst() {
        let chunk = known(first)
        swap(&chunk.next, &spare)
        swap(&first, &spare)
    }

    /// Makes sure that the last chunk has room. False: a chunk is needed.
    @usableFromInline
    mutating func prepareForOne() -> Bool {
        if let last, last.use({ $0.end < $0.capacity }) { return true }
        guard let chunk = spare else { return false }
        if let last { last.use { swap(&$0.next, &spare) } } else { swap(&first, &spare) }
        swap(&chunk.next, &spare)
        last = Held(borrowing: chunk)
        return true
    }

    /// Takes a chunk for elements to come.
    @usableFromInline
    mutating func keep(_ chunk: Chunk<Element>) {
        swap(&chunk.next, &spare)
        releaseValue(exchange(&spare, for: chunk))
    }

    /// Takes all elements; the caller releases them.
    @inlinable
    mutating func takeAll() -> ChunkQueue { exchange(&self, for: ChunkQueue()) }

    /// Takes all elements, and keeps the chunks.
    @inlinable
    mutating func removeAll() -> [Element] {
        let count = exchange(&count, for: 0)
        guard let chunk = first else { return [] }
        // An array that a closure fills looks up metadata: 40 ns, even where its type is known. Other elements than
        // trivial ones would be retained for the copy.
        if _isPOD(Element.self) && chunk.next == nil {
            let array = Array(UnsafeBufferPointer(start: chunk.elements + chunk.from, count: count))
            chunk.reset()
            return array
        }
        return Array(unsafeUninitializedCapacity: count) { buffer, moved in
            while let target = buffer.baseAddress, let chunk = first {
                (target + moved).moveInitialize(from: chunk.elements + chunk.from, count: chunk.end - chunk.from)
                moved += chunk.end - chunk.from
                chunk.reset()
                if chunk.next == nil { return }
                leaveFirst()
            }
        }
    }
}
