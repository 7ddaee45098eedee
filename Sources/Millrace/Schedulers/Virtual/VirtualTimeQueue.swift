/// How to order work where numbers do not say all.
struct VirtualTimeOrder {
    /// Whether the first of two pieces comes before the second.
    let compare: (_ one: VirtualTimeWork, _ other: VirtualTimeWork) -> VirtualTimeComparison
    /// A number that most likely says the same. If it does not, that takes time, and changes nothing else.
    let guess: (VirtualTimeWork) -> Double
}

/// Scheduled work: what has the lowest rank, or comes first by an order, comes first; and of equals what was inserted
/// first.
///
/// It is a heap. Ranks and pointers lie in one array, so that a comparison of ranks touches no object; each node has four
/// children, which share a cache line or two. What is inserted joins the heap when somebody asks for the first piece. A
/// heap that has grown large is sorted instead, and taken from in order: in a queue of a million each level of a heap
/// costs a cache miss.
final class VirtualTimeQueue {
    private struct Entry {
        // With an order of its own, the guess, and of use in sorting alone.
        var rank: Double
        let number: Int
        // Owned; unmanaged so that moving and comparing entries touches no reference count.
        let work: Unmanaged<VirtualTimeWork>
    }

    private static let arity = 4

    /// From this size on, sorting a heap once is faster than taking its entries out one by one.
    private static let large = 1_024

    /// How many pieces before its turn a sorted one is fetched into the cache.
    private static let ahead = 12

    private let order: VirtualTimeOrder?
    // One thread at a time, which the scheduler sees to; so access need not be checked.
    @exclusivity(unchecked)
    private var inserted = 0
    /// The heap, followed by what has been inserted since.
    @exclusivity(unchecked)
    private var entries: ContiguousArray<Entry> = []
    /// How many entries the heap has.
    @exclusivity(unchecked)
    private var heaped = 0
    /// What was there when that had grown large: sorted, the first one last. It is used up before the next sort, so an
    /// entry is sorted once.
    @exclusivity(unchecked)
    private var backlog: ContiguousArray<Entry> = []

    /// - Parameter order: how to order work; `nil` if its ranks do.
    init(order: VirtualTimeOrder?) {
        self.order = order
    }

    deinit {
        for entry in entries { entry.work.release() }
        for entry in backlog { entry.work.release() }
    }

    private var isBacklogFirst: Bool {
        if backlog.isEmpty || entries.isEmpty { return entries.isEmpty && !backlog.isEmpty }
        return VirtualTimeQueue.precedes(backlog[backlog.count - 1], entries[0], order)
    }

    var first: VirtualTimeWork? {
        settle()
        // By index: `first` and `last` allocate in unoptimized code.
        if isBacklogFirst { return backlog[backlog.count - 1].work.takeUnretainedValue() }
        return entries.isEmpty ? nil : entries[0].work.takeUnretainedValue()
    }

    /// All work in its order, each with how much was inserted before it.
    var sorted: [(number: Int, work: VirtualTimeWork)] {
        let order = order
        return (entries + backlog)
            .sorted { VirtualTimeQueue.precedes($0, $1, order) }
            .map { ($0.number, $0.work.takeUnretainedValue()) }
    }

    func insert(_ work: VirtualTimeWork, rank: Double) {
        entries.append(Entry(rank: rank, number: inserted, work: Unmanaged.passRetained(work)))
        inserted += 1
    }

    func removeFirst() {
        settle()
        if isBacklogFirst {
            backlog.removeLast().work.release()
            // Work that was scheduled at random lies anywhere in memory.
            if backlog.count > VirtualTimeQueue.ahead {
                prefetch(backlog[backlog.count - VirtualTimeQueue.ahead].work)
            }
            return
        }
        let order = order
        entries.withUnsafeMutableBufferPointer { VirtualTimeQueue.moveFirstToEnd($0, order) }
        entries.removeLast().work.release()
        heaped = entries.count
        if backlog.isEmpty && heaped >= VirtualTimeQueue.large { sortAll() }
    }

    /// Gives what was inserted its place.
    private func settle() {
        guard heaped < entries.count else { return }
        if backlog.isEmpty && entries.count >= VirtualTimeQueue.large { return sortAll() }
        let (heaped, order) = (heaped, order)
        entries.withUnsafeMutableBufferPointer { entries in
            for index in heaped..<entries.count { VirtualTimeQueue.rise(entries, from: index, order) }
        }
        self.heaped = entries.count
    }

    /// Makes all that is in the heap the backlog, which is empty.
    private func sortAll() {
        swap(&backlog, &entries)
        heaped = 0
        guard let order else { return backlog.sort { VirtualTimeQueue.precedes($1, $0, nil) } }
        for index in backlog.indices {
            backlog[index].rank = backlog[index].work._withUnsafeGuaranteedRef(order.guess)
        }
        backlog.sort { VirtualTimeQueue.precedes($1, $0, nil) }
        // If the guesses were right, it is one comparison for each entry.
        if !isBacklogSorted { backlog.sort { VirtualTimeQueue.precedes($1, $0, order) } }
    }

    private var isBacklogSorted: Bool {
        for index in 1..<backlog.count {
            if index + VirtualTimeQueue.ahead < backlog.count {
                prefetch(backlog[index + VirtualTimeQueue.ahead].work)
            }
            if !VirtualTimeQueue.precedes(backlog[index], backlog[index - 1], order) { return false }
        }
        return true
    }

    private static func precedes(_ one: Entry, _ other: Entry, _ order: VirtualTimeOrder?) -> Bool {
        guard let order else {
            return one.rank != other.rank ? one.rank < other.rank : one.number < other.number
        }
        let comparison = one.work._withUnsafeGuaranteedRef { work in
            other.work._withUnsafeGuaranteedRef { order.compare(work, $0) }
        }
        switch comparison {
        case .lessThan: return true
        case .equal: return one.number < other.number
        case .greaterThan: return false
        }
    }

    /// Moves an entry up to its place.
    private static func rise(
        _ entries: UnsafeMutableBufferPointer<Entry>,
        from start: Int,
        _ order: VirtualTimeOrder?
    ) {
        guard let base = entries.baseAddress else { return }
        var index = start
        let entry = (base + index).move()
        while index > 0 {
            let parent = (index - 1) / arity
            guard precedes(entry, base[parent], order) else { break }
            (base + index).moveInitialize(from: base + parent, count: 1)
            index = parent
        }
        (base + index).initialize(to: entry)
    }

    /// Exchanges the first entry with the last and puts that in its place among the others: the hole at the top sinks to
    /// the bottom, where the entry came from and most likely belongs, and the entry rises from there.
    private static func moveFirstToEnd(_ entries: UnsafeMutableBufferPointer<Entry>, _ order: VirtualTimeOrder?) {
        guard let base = entries.baseAddress, entries.count > 1 else { return }
        let count = entries.count - 1
        let first = base.move()
        var hole = 0
        while arity * hole + 1 < count {
            let start = arity * hole + 1
            var least = start
            for child in start + 1..<max(start + 1, min(start + arity, count))
            where precedes(base[child], base[least], order) {
                least = child
            }
            (base + hole).moveInitialize(from: base + least, count: 1)
            hole = least
        }
        (base + hole).moveInitialize(from: base + count, count: 1)
        (base + count).initialize(to: first)
        rise(UnsafeMutableBufferPointer(rebasing: entries[..<count]), from: hole, order)
    }
}

/// What waits in a virtual time scheduler's queue.
class VirtualTimeWork: DisposeBase, @unchecked Sendable {
    /// Runs the work. The scheduler calls it, after it has taken the work out of the queue.
    func run() {}
}

/// Such work, and when it is due.
class VirtualTimeItem<Time>: VirtualTimeWork, @unchecked Sendable {
    // Changed by the scheduler's thread alone, while the item is not in the queue.
    @exclusivity(unchecked)
    final var time: Time

    init(_ time: Time) {
        self.time = time
    }
}

/// Work that runs once. Whoever claims it owns the state and the action, as in `ScheduledItem`.
final class VirtualTimeAction<Time, State>: VirtualTimeItem<Time>, @unchecked Sendable {
    // The claim gives exclusive access. Apart, since a tuple of a generic type looks its metadata up at each use.
    @exclusivity(unchecked)
    private final var state: State?
    @exclusivity(unchecked)
    private final var action: ((State) -> Disposable)?

    init(_ time: Time, _ state: State, _ action: @escaping (State) -> Disposable) {
        self.state = state
        self.action = action
        super.init(time)
    }

    override func run() {
        guard lifecycle.claim(), let state = exchange(&state, for: nil), let action = exchange(&action, for: nil) else {
            return
        }
        holdResult(of: action(state))
    }

    override func disposed() {
        guard lifecycle.claim() else { return }
        let dropped = (exchange(&state, for: nil), exchange(&action, for: nil))
        releaseValue(dropped)
    }
}
