/// A queue of limited size, and what it does with an element that finds no room. State under its owner's lock.
///
/// No operation allocates, moves other elements or releases an element. When `add` asks for a chunk, the owner leaves
/// its lock, makes one (`makeChunk`), hands it over under the lock (`keep`), and adds the element once more. What
/// `add` returns is released after the lock has been left.
@usableFromInline
struct BoundedQueue<Element> {
    /// What has become of an element.
    @usableFromInline
    enum Outcome {
        case taken
        /// The strategy has dropped this element: the oldest one or the new one.
        case dropped(Element)
        /// There was no room, and the strategy is `.error`.
        case failed
        /// Nothing yet.
        case needsChunk
    }

    @usableFromInline
    var elements = ChunkQueue<Element>()

    /// How many elements the strategy has dropped.
    @usableFromInline
    var droppedCount = 0

    /// How many elements may wait before the strategy decides.
    @usableFromInline
    let limit: Int

    @usableFromInline
    let overflow: OverflowStrategy

    /// The largest capacity that a queue can be made with in advance.
    @inlinable
    static var mostElements: Int { Int.max / 2 / max(MemoryLayout<Element>.stride, 8) }

    /// - Parameter inAdvance: whether the memory for `capacity` elements is allocated now; its pages are first touched
    ///   as the queue fills. Otherwise the memory is allocated as elements come.
    @inlinable
    init(capacity: Int, _ overflow: OverflowStrategy, inAdvance: Bool) {
        let isBounded = overflow != .buffer && overflow != .suspend
        limit = isBounded ? capacity : .max
        self.overflow = overflow
        guard inAdvance else { return }
        // Two chunks that each have room for all: whenever the newer one is full, the older one is used up. Not less
        // than 16: in a shorter chunk, a full queue would go from chunk to chunk too often.
        elements.keep(Chunk(capacity: max(16, capacity), isTimed: false))
        elements.keep(Chunk(capacity: max(16, capacity), isTimed: false))
    }

    @inlinable
    var count: Int { elements.count }

    @inlinable
    @inline(__always)
    mutating func add(_ element: Element) -> Outcome {
        if _fastPath(elements.count < limit && elements.append(element)) { return .taken }
        return addWithoutRoom(element)
    }

    @inlinable
    @inline(never)
    mutating func addWithoutRoom(_ element: Element) -> Outcome {
        let isFull = elements.count >= limit
        if isFull && overflow == .error { return .failed }
        if isFull && overflow == .dropNewest {
            droppedCount += 1
            return .dropped(element)
        }
        guard elements.prepareForOne() else { return .needsChunk }
        guard isFull else {
            _ = elements.append(element)
            return .taken
        }
        droppedCount += 1
        let oldest = elements.removeFirst()
        _ = elements.append(element)
        return .dropped(oldest)
    }

    /// Makes a chunk. Called without the lock.
    @inlinable
    static func makeChunk(limit: Int) -> Chunk<Element> { Chunk(capacity: max(16, min(limit, 64)), isTimed: false) }
}
