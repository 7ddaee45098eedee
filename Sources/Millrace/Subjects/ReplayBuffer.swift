/// What a replay subject remembers.
///
/// All members are touched under the subject's lock alone, except those that say otherwise. Under the lock they take a
/// bounded number of instructions: they neither allocate nor walk the chain. Nothing there releases an element or calls
/// a user's code: what leaves the buffer is handed out as garbage, which the caller drops after it has left the lock.
///
/// A buffer for one element is a variable, unless the elements also age. Any other buffer is a chain of chunks, so that
/// a snapshot is a few references and two numbers. A thread that appends and finds no chunk with room leaves the lock,
/// makes a chunk, and enters again with a spare. As long as an old element leaves for each new one, and no snapshot
/// holds a chunk, no chunk is made: the chunk that has become empty at the front is the next spare.
///
/// Unless the buffer keeps all elements, a snapshot holds each of its chunks by itself. So a chunk can leave the chain
/// when it leaves the buffer, and, as long as the buffer lives, a subscriber that is blocked in its replay keeps no
/// chunk that came later. The subscriber holds the first two chunks under the lock. If there are more, it *collects*
/// them after it has left the lock, along the chain:
///
/// | | the subscriber | a thread that removes the first chunk from the buffer |
/// |---|---|---|
/// | 1 | under the lock: holds the first two chunks, counts itself in `collectors` | |
/// | 2 | outside: follows the links of the chunks in its snapshot, and holds these chunks | under the lock: leaves the chunk in the chain, since `collectors` is not 0 |
/// | 3 | under the lock: counts itself out; the last one takes the chunks that have left the buffer out of the chain | |
///
/// The links that a subscriber follows were stored before its snapshot was made. While the subscriber follows them, no
/// other thread changes them.
@usableFromInline
struct ReplayBuffer<Element> {
    /// What has left the buffer; `drop()` releases it.
    @usableFromInline
    struct Garbage {
        @usableFromInline
        var element: Element?
        @usableFromInline
        var older: Element?
        // Owned. Unmanaged, so that an event which drops no chunk costs no release.
        @usableFromInline
        var chunk: Held<Chunk<Element>>?

        @inlinable
        init() {}

        /// Called outside of the lock.
        @inlinable
        @inline(__always)
        mutating func drop() {
            element = nil
            older = nil
            if let chunk { chunk.release() }
            chunk = nil
        }
    }

    /// What the buffer held at some time.
    @usableFromInline
    struct Snapshot {
        @usableFromInline
        var latest: Element?
        @usableFromInline
        var chunk: Chunk<Element>?
        /// The chunks after `chunk`, held if the buffer may release them meanwhile; otherwise the chain leads to them.
        @usableFromInline
        var second: Chunk<Element>?
        @usableFromInline
        var others: ContiguousArray<Chunk<Element>> = []
        /// Whether the chunks after the second are still to be collected.
        @usableFromInline
        var collects = false
        @usableFromInline
        var start = 0
        @usableFromInline
        var count = 0

        @inlinable
        init() {}

        /// Holds the chunks that follow the second. Called outside of the lock.
        @usableFromInline
        mutating func collect() {
            guard var chunk = second, let capacity = self.chunk?.capacity else { return }
            // Only as far as the snapshot goes: emitters are writing what follows.
            var left = count - (capacity - start) - chunk.capacity
            others.reserveCapacity(left / chunk.capacity + 1)
            while left > 0, let next = chunk.next {
                others.append(next)
                left -= next.capacity
                chunk = next
            }
        }

        /// The chunk with this number, which follows `former`.
        @inlinable
        func chunk(_ number: Int, after former: Chunk<Element>) -> Chunk<Element>? {
            guard second != nil else { return former.next }
            return number == 1 ? second : others[number - 2]
        }
    }

    /// How many elements to keep at most.
    @usableFromInline
    let limit: Int
    /// Whether the elements are in a chain and not in `latest`.
    @usableFromInline
    let isChained: Bool
    /// Whether no element leaves the buffer.
    @usableFromInline
    let keepsAll: Bool
    @usableFromInline
    var latest: Element?
    @usableFromInline
    var first: Chunk<Element>?
    // The end of the chain. Not owned, so that `first` is the one reference to a chain without snapshots.
    @usableFromInline
    var last: Held<Chunk<Element>>?
    /// A chain of empty chunks, for elements to come.
    @usableFromInline
    var spare: Chunk<Element>?
    /// How many subscribers are collecting the chunks of their snapshots.
    @usableFromInline
    var collectors = 0
    /// The chunks that have left the buffer, and stay in the chain as long as there are collectors: the first of them
    /// and the last.
    @usableFromInline
    var departed: (oldest: Chunk<Element>, newest: Held<Chunk<Element>>)?
    /// The index of the oldest element in `first`.
    @usableFromInline
    var start = 0
    @usableFromInline
    var count = 0

    @inlinable
    init(limit: Int, isChained: Bool, keepsAll: Bool = false) {
        self.limit = limit
        self.isChained = isChained
        self.keepsAll = keepsAll
    }

    /// Adds an element to a chain; the oldest leaves if there are too many. False: the buffer needs a spare, and nothing
    /// has changed.
    @inlinable
    @inline(__always)
    mutating func append(_ element: Element, _ garbage: inout Garbage) -> Bool {
        var isStored = false
        if let last { isStored = last.use { $0.append(element) } }
        guard isStored || appendToSpare(element) else { return false }
        // Afterwards, so that a chunk that becomes empty is the spare for an element to come.
        if count == limit { removeOldest(&garbage) }
        count += 1
        return true
    }

    @inlinable
    @inline(never)
    mutating func appendToSpare(_ element: Element) -> Bool {
        guard let fresh = exchange(&spare, for: nil) else { return false }
        releaseValue(exchange(&spare, for: exchange(&fresh.next, for: nil)))
        _ = fresh.append(element)
        if let last { last.use { $0.next = fresh } } else { first = fresh }
        last = Held(borrowing: fresh)
        return true
    }

    /// Makes a chunk for `add(spare:)`. Called outside of the lock.
    @inlinable
    static func makeChunk(limit: Int, isTimed: Bool) -> Chunk<Element> {
        Chunk(capacity: limit <= 128 ? limit : 64, isTimed: isTimed)
    }

    /// Takes a chunk that was made outside of the lock. Other threads may have added theirs: all are used in time.
    @inlinable
    mutating func add(spare chunk: Chunk<Element>) {
        chunk.next = exchange(&spare, for: chunk)
    }

    /// Removes the oldest element from the buffer. While a snapshot can reach the element, it stays in its chunk. Once
    /// no snapshot holds the chunk, each further removal also hands out one of the elements that were left behind.
    @inlinable
    mutating func removeOldest(_ garbage: inout Garbage) {
        let isAlone = isKnownUniquelyReferenced(&first)
        guard let chunk = first.map({ Held(borrowing: $0) }) else { return }
        start += 1
        count -= 1
        let isUsedUp = chunk.use { chunk in
            if isAlone {
                garbage.element = takeStale(from: chunk)
                garbage.older = takeStale(from: chunk)
            }
            return start == chunk.capacity
        }
        if isUsedUp { removeFirstChunk(&garbage, isAlone) }
    }

    @inlinable
    @inline(never)
    mutating func removeFirstChunk(_ garbage: inout Garbage, _ isAlone: Bool) {
        guard let chunk = first else { return }
        first = chunk.next
        start = 0
        if first == nil { last = nil }
        if collectors > 0 { return leaveInChain(chunk) }
        chunk.next = nil
        if isAlone, chunk.isUsedUp, spare == nil {
            UniqueOwner.found(chunk)
            chunk.reset()
            releaseValue(exchange(&spare, for: chunk))
        } else {
            garbage.chunk = Held(retaining: chunk)
        }
    }

    /// Keeps a chunk that has left the buffer until the last subscriber has collected its chunks.
    @usableFromInline
    mutating func leaveInChain(_ chunk: Chunk<Element>) {
        let newest = Held(borrowing: chunk)
        if let departed {
            // If the buffer has been empty meanwhile, the chain ends here, and no collector goes further.
            departed.newest.use { if $0.next == nil { $0.next = chunk } }
            self.departed?.newest = newest
        } else {
            releaseValue(exchange(&departed, for: (chunk, newest)))
        }
    }

    /// A subscriber has collected its chunks. Returns the chain of those that have left the buffer meanwhile, for
    /// `drop(_:)`.
    @usableFromInline
    mutating func endCollection() -> Chunk<Element>? {
        collectors -= 1
        guard collectors == 0, let departed = exchange(&departed, for: nil) else { return nil }
        departed.newest.use { $0.next = nil }
        return departed.oldest
    }

    /// Releases chunks that have left the buffer. Called outside of the lock. No link stays, so that a snapshot which
    /// holds one of them keeps none that came later.
    @usableFromInline
    static func drop(_ departed: Chunk<Element>?) {
        var chunk = departed
        while let current = chunk { chunk = exchange(&current.next, for: nil) }
    }

    /// When the oldest element came.
    @usableFromInline
    var timeOfOldest: Double? {
        guard count > 0, let times = first?.times else { return nil }
        return times[start]
    }

    /// Notes when the element that was just appended came.
    @usableFromInline
    func setTimeOfLatest(_ time: Double) {
        last?.use { $0.times?[$0.end - 1] = time }
    }

    /// Moves an element out of the first chunk that has left the buffer already, if there is one.
    @inlinable
    mutating func takeStale(from chunk: Chunk<Element>) -> Element? {
        chunk.from < start ? chunk.takeOldest() : nil
    }

    /// Hands out elements that left the buffer while a snapshot held them. False: there are none, or a snapshot still
    /// holds them.
    @inlinable
    mutating func removeStale(_ garbage: inout Garbage) -> Bool {
        guard isKnownUniquelyReferenced(&first), let chunk = first, chunk.from < start else { return false }
        garbage.element = takeStale(from: chunk)
        garbage.older = takeStale(from: chunk)
        return true
    }

    @inlinable
    mutating func snapshot(into snapshot: inout Snapshot) {
        if isChained {
            snapshot.chunk = first
            snapshot.start = start
            snapshot.count = count
            // Most often there are one or two chunks.
            if !keepsAll, let second = first?.next {
                snapshot.second = second
                if second.next != nil {
                    snapshot.collects = true
                    collectors += 1
                }
            }
        } else {
            snapshot.latest = latest
        }
    }
}

extension ReplayingSink {
    /// Delivers what a replay subject held when the sink joined it.
    @inlinable
    final func deliver(_ snapshot: ReplayBuffer<Element>.Snapshot) {
        if let latest = snapshot.latest { forward(latest) }
        var left = snapshot.count
        var index = snapshot.start
        var chunk = snapshot.chunk
        var number = 0
        while left > 0, let current = chunk {
            let count = min(current.capacity - index, left)
            deliver(current, index..<index + count)
            left -= count
            index = 0
            // Only as far as the snapshot goes: emitters are writing what follows.
            number += 1
            let following = left > 0 && isOpen ? snapshot.chunk(number, after: current) : nil
            UniqueOwner.willRelease(current)
            chunk = following
        }
    }

    @inlinable
    @inline(__always)
    final func deliver(_ chunk: Chunk<Element>, _ indices: Range<Int>) {
        // Two loops, so that each does one thing.
        if callsEndDirectly {
            let end = downstream.cast(to: AnonymousSink<Element>.self)
            chunk.read(indices) { element in
                guard isOpen else { return false }
                end.use { if $0.isOpen { $0.onNext(element) } }
                return true
            }
        } else {
            chunk.read(indices) { element in
                guard isOpen else { return false }
                downstream.next(element)
                return true
            }
        }
    }
}
