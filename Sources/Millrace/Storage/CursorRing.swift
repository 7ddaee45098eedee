/// The elements that a broadcast keeps, in a ring, and how many cursors stand in front of each of them. Used under a
/// lock.
///
/// Every element has a number. The ring holds the elements from `tail` to `head`, at most `capacity` of them. A cursor
/// is the number of the element that a consumer reads next; the ring does not know the cursors, only how many there are
/// in front of each element. So every operation takes the same time however many cursors there are:
///
/// | | what happens to the counts |
/// |---|---|
/// | a consumer reads | its cursor is counted in front of a later element |
/// | an element is added to a full ring | the oldest element goes; the cursors in front of it are counted in front of the next one, and each of them finds out by its number how many elements it has missed |
/// | nobody stands in front of the oldest element, and it is not among the last `replay` | the element goes |
///
/// A cursor may hold: the ring takes no element that would overwrite one which such a cursor has not read.
///
/// Nothing here releases an element. What leaves the ring is returned, for the caller to release after the lock.
@usableFromInline
struct CursorRing<Element>: @unchecked Sendable {
    /// How many cursors stand in front of an element, and how many of these hold.
    @usableFromInline
    struct Mark {
        @usableFromInline
        var cursors: UInt32 = 0
        @usableFromInline
        var holding: UInt32 = 0

        @inlinable
        init() {}
    }

    @usableFromInline
    struct Cursor {
        /// The number of the element to read next. If it is less than `tail`, the elements in between have gone.
        @usableFromInline
        var position: Int
        @usableFromInline
        let holds: Bool

        @inlinable
        init(position: Int, holds: Bool) {
            self.position = position
            self.holds = holds
        }
    }

    @usableFromInline
    let elements: UnsafeMutablePointer<Element>
    /// An element's mark is written when the element is added.
    @usableFromInline
    let marks: UnsafeMutablePointer<Mark>
    @usableFromInline
    let mask: Int
    @usableFromInline
    let capacity: Int
    @usableFromInline
    let replay: Int

    @usableFromInline
    var tail = 0
    @usableFromInline
    var head = 0
    /// The cursors in front of the next element to come.
    @usableFromInline
    var caughtUp = Mark()

    /// The largest capacity that a ring can be made with.
    @inlinable
    static var mostElements: Int { Int.max / 2 / max(MemoryLayout<Element>.stride, MemoryLayout<Mark>.stride) }

    @inlinable
    init(capacity: Int, replay: Int) {
        self.capacity = capacity
        self.replay = replay
        let slots = capacity == 1 ? 1 : 1 << (Int.bitWidth - (capacity - 1).leadingZeroBitCount)
        mask = slots - 1
        elements = .allocate(capacity: slots)
        marks = .allocate(capacity: slots)
    }

    /// Releases the elements and frees the memory. No other thread uses the ring.
    @usableFromInline
    func destroy() {
        for number in tail..<head { (elements + (number & mask)).deinitialize(count: 1) }
        elements.deallocate()
        marks.deallocate()
    }

    /// Whether a cursor that holds has not read the oldest element of a full ring.
    @inlinable
    @inline(__always)
    var isHeldBack: Bool { head - tail == capacity && marks[tail & mask].holding > 0 }

    @inlinable
    @inline(__always)
    mutating func enter(_ position: Int, holds: Bool) {
        let holding: UInt32 = holds ? 1 : 0
        if position == head {
            caughtUp.cursors &+= 1
            caughtUp.holding &+= holding
        } else {
            marks[position & mask].cursors &+= 1
            marks[position & mask].holding &+= holding
        }
    }

    @inlinable
    @inline(__always)
    mutating func leave(_ position: Int, holds: Bool) {
        let holding: UInt32 = holds ? 1 : 0
        if position == head {
            caughtUp.cursors &-= 1
            caughtUp.holding &-= holding
        } else {
            marks[position & mask].cursors &-= 1
            marks[position & mask].holding &-= holding
        }
    }

    /// Whether nobody needs the element at `position` any more, if nobody needs the elements before it.
    @inlinable
    @inline(__always)
    func isUsedUp(_ position: Int) -> Bool {
        position < head - replay && marks[position & mask].cursors == 0
    }

    /// Adds an element to a ring that is not held back, and returns the element that leaves the ring for it.
    @inlinable
    @inline(__always)
    mutating func append(_ element: Element) -> Element? {
        var former: Element?
        if head - tail == capacity {
            let mark = marks[tail & mask]
            former = (elements + (tail & mask)).move()
            tail += 1
            if tail == head {
                caughtUp.cursors &+= mark.cursors
            } else {
                marks[tail & mask].cursors &+= mark.cursors
            }
        }
        (elements + (head & mask)).initialize(to: element)
        marks[head & mask] = caughtUp
        caughtUp = Mark()
        head += 1
        if former == nil && isUsedUp(tail) {
            former = (elements + (tail & mask)).move()
            tail += 1
        }
        return former
    }

    /// A new cursor in front of the last `replay` elements.
    @inlinable
    mutating func join(holds: Bool) -> Cursor {
        let position = max(tail, head - replay)
        enter(position, holds: holds)
        return Cursor(position: position, holds: holds)
    }

    /// Takes a cursor away. `removeUsedUp` then finds the elements that it alone has kept.
    @inlinable
    mutating func leave(_ cursor: Cursor) {
        leave(max(cursor.position, tail), holds: cursor.holds)
    }

    /// How many elements the consumer can read.
    @inlinable
    @inline(__always)
    func count(from cursor: Cursor) -> Int { head - max(cursor.position, tail) }

    /// How many elements have gone before the consumer has read them.
    @inlinable
    @inline(__always)
    func missed(by cursor: Cursor) -> Int { max(0, tail - cursor.position) }

    /// Reads an element, which is there: moves it out if nobody else needs it.
    @inlinable
    @inline(__always)
    mutating func take(_ cursor: inout Cursor) -> Element {
        let position = max(cursor.position, tail)
        leave(position, holds: cursor.holds)
        cursor.position = position + 1
        enter(position + 1, holds: cursor.holds)
        let slot = elements + (position & mask)
        guard position == tail && isUsedUp(position) else { return slot.pointee }
        tail += 1
        return slot.move()
    }

    /// Reads as many elements as are there, up to `limit`, into fresh memory. Returns how many.
    @inlinable
    mutating func take(_ cursor: inout Cursor, upTo limit: Int, into buffer: UnsafeMutablePointer<Element>) -> Int {
        let position = max(cursor.position, tail)
        let count = min(limit, head - position)
        guard count > 0 else { return 0 }
        leave(position, holds: cursor.holds)
        cursor.position = position + count
        enter(position + count, holds: cursor.holds)
        var moved = 0
        if position == tail {
            while moved < count && isUsedUp(position + moved) { moved += 1 }
            tail += moved
        }
        forEachRun(of: position..<position + moved) { slots, offset in
            (buffer + offset).moveInitialize(from: slots.baseAddress!, count: slots.count)
        }
        forEachRun(of: position + moved..<position + count) { slots, offset in
            (buffer + moved + offset).initialize(from: slots.baseAddress!, count: slots.count)
        }
        return count
    }

    /// The slots of some elements, which may go past the end of the memory and on at its beginning.
    @inlinable
    @inline(__always)
    func forEachRun(of range: Range<Int>, _ body: (UnsafeMutableBufferPointer<Element>, _ offset: Int) -> Void) {
        if range.isEmpty { return }
        let first = range.lowerBound & mask
        let count = min(range.count, mask + 1 - first)
        body(UnsafeMutableBufferPointer(start: elements + first, count: count), 0)
        if count == range.count { return }
        body(UnsafeMutableBufferPointer(start: elements, count: range.count - count), count)
    }

    /// Takes out elements that nobody needs any more, at most `limit` of them; `removed` has room for them.
    @usableFromInline
    mutating func removeUsedUp(upTo limit: Int, into removed: inout [Element]) {
        for _ in 0..<limit where isUsedUp(tail) {
            removed.append((elements + (tail & mask)).move())
            tail += 1
        }
    }
}

extension ArraySlice {
    /// A slice in memory of its own, which `body` fills; `body` returns how many elements it has stored.
    @inlinable
    static func filled(capacity: Int, by body: (UnsafeMutablePointer<Element>) -> Int) -> ArraySlice {
        let array = [Element](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            count = body(start)
        }
        return array[...]
    }
}
