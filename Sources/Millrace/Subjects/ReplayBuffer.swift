/// What a replay subject remembers.
///
/// All members are touched under the subject's lock alone. So nothing here releases an element or calls a user's code:
/// what leaves the buffer is handed out as garbage, which the caller drops after it has left the lock.
///
/// A buffer for one element is a variable, unless the elements also age. Any other buffer is a chain of chunks, so that
/// a snapshot is a few references and two numbers. As long as an old element leaves for each new one, appending
/// allocates nothing: the chunk that has become empty at the front is used again at the back. A chunk that leaves the
/// buffer also leaves the chain, so that a snapshot whose subscriber is blocked keeps only its own chunks.
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
        @usableFromInline
        var start = 0
        @usableFromInline
        var count = 0

        @inlinable
        init() {}

        /// Holds the chunks that follow the first.
        @usableFromInline
        mutating func hold() {
            second = chunk?.next
            var next = second?.next
            while let chunk = next {
                others.append(chunk)
                next = chunk.next
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
    @usableFromInline
    var spare: Chunk<Element>?
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

    /// Adds an element to a chain; the oldest leaves if there is no room.
    @inlinable
    mutating func append(_ element: Element, _ garbage: inout Garbage) {
        if count == limit { removeOldest(&garbage) }
        count += 1
        if let last, last.use({ $0.append(element) }) { return }
        appendToFreshChunk(element)
    }

    @inlinable
    @inline(never)
    mutating func appendToFreshChunk(_ element: Element) {
        let fresh = spare ?? Chunk<Element>(capacity: limit <= 128 ? limit : 64)
        spare = nil
        _ = fresh.append(element)
        if let last { last.use { $0.next = fresh } } else { first = fresh }
        last = Held(borrowing: fresh)
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
        chunk.next = nil
        start = 0
        if first == nil { last = nil }
        if isAlone, chunk.isUsedUp {
            UniqueOwner.found(chunk)
            chunk.reset()
            garbage.chunk = exchange(&spare, for: chunk).map { Held(retaining: $0) }
        } else {
            garbage.chunk = Held(retaining: chunk)
        }
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
    func snapshot(into snapshot: inout Snapshot) {
        if isChained {
            snapshot.chunk = first
            snapshot.start = start
            snapshot.count = count
            // Most often there is one chunk.
            if !keepsAll, let first, first.next != nil { snapshot.hold() }
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
