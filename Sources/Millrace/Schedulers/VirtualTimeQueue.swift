/// A heap of scheduled work: what has the lowest rank comes first, and of equal ranks what was inserted first.
///
/// Ranks and pointers lie in one array, so that a comparison touches no object; each node has four children, which share
/// a cache line or two. A heap that has grown large is sorted, and taken from in order: in a queue of a million each
/// level of a heap costs a cache miss.
final class VirtualTimeQueue {
    /// Whether the first of two pieces of equal rank comes before the second, if ranks do not say all.
    typealias Compare = (_ one: VirtualTimeWork, _ other: VirtualTimeWork) -> VirtualTimeComparison

    private struct Entry {
        let rank: Double
        let number: Int
        // Owned; unmanaged so that moving and comparing entries touches no reference count.
        let work: Unmanaged<VirtualTimeWork>
    }

    private static let arity = 4

    /// From this size on, sorting a heap once is faster than taking its entries out one by one.
    private static let large = 1_024

    private let compare: Compare?
    private var inserted = 0
    /// The heap.
    private var entries: ContiguousArray<Entry> = []
    /// What was in the heap when that had grown large: sorted, the first one last. It is used up before the next sort, so
    /// an entry is sorted once.
    private var backlog: ContiguousArray<Entry> = []

    init(compare: Compare?) {
        self.compare = compare
    }

    deinit {
        for entry in entries { entry.work.release() }
        for entry in backlog { entry.work.release() }
    }

    private var isBacklogFirst: Bool {
        guard let next = backlog.last else { return false }
        guard let other = entries.first else { return true }
        return VirtualTimeQueue.precedes(next, other, compare)
    }

    var first: VirtualTimeWork? {
        (isBacklogFirst ? backlog.last : entries.first)?.work.takeUnretainedValue()
    }

    /// All work in its order, each with how much was inserted before it.
    var sorted: [(number: Int, work: VirtualTimeWork)] {
        let compare = compare
        return (entries + backlog)
            .sorted { VirtualTimeQueue.precedes($0, $1, compare) }
            .map { ($0.number, $0.work.takeUnretainedValue()) }
    }

    func insert(_ work: VirtualTimeWork, rank: Double) {
        entries.append(Entry(rank: rank, number: inserted, work: Unmanaged.passRetained(work)))
        inserted += 1
        let compare = compare
        entries.withUnsafeMutableBufferPointer { VirtualTimeQueue.rise($0, from: $0.count - 1, compare) }
    }

    func removeFirst() {
        if isBacklogFirst {
            backlog.removeLast().work.release()
            return
        }
        let compare = compare
        entries.withUnsafeMutableBufferPointer { VirtualTimeQueue.moveFirstToEnd($0, compare) }
        entries.removeLast().work.release()
        if backlog.isEmpty && entries.count >= VirtualTimeQueue.large {
            swap(&backlog, &entries)
            backlog.sort { VirtualTimeQueue.precedes($1, $0, compare) }
        }
    }

    private static func precedes(_ one: Entry, _ other: Entry, _ compare: Compare?) -> Bool {
        if one.rank != other.rank { return one.rank < other.rank }
        if let compare {
            switch compare(one.work.takeUnretainedValue(), other.work.takeUnretainedValue()) {
            case .lessThan: return true
            case .equal: break
            case .greaterThan: return false
            }
        }
        return one.number < other.number
    }

    /// Moves an entry up to its place.
    private static func rise(
        _ entries: UnsafeMutableBufferPointer<Entry>,
        from start: Int,
        _ compare: Compare?
    ) {
        guard let base = entries.baseAddress else { return }
        var index = start
        let entry = (base + index).move()
        while index > 0 {
            let parent = (index - 1) / arity
            guard precedes(entry, base[parent], compare) else { break }
            (base + index).moveInitialize(from: base + parent, count: 1)
            index = parent
        }
        (base + index).initialize(to: entry)
    }

    /// Exchanges the first entry with the last and puts that in its place among the others: the hole at the top sinks to
    /// the bottom, where the entry came from and most likely belongs, and the entry rises from there.
    private static func moveFirstToEnd(_ entries: UnsafeMutableBufferPointer<Entry>, _ compare: Compare?) {
        guard let base = entries.baseAddress, entries.count > 1 else { return }
        let count = entries.count - 1
        let first = base.move()
        var hole = 0
        while arity * hole + 1 < count {
            let start = arity * hole + 1
            var least = start
            for child in start + 1..<max(start + 1, min(start + arity, count))
            where precedes(base[child], base[least], compare) {
                least = child
            }
            (base + hole).moveInitialize(from: base + least, count: 1)
            hole = least
        }
        (base + hole).moveInitialize(from: base + count, count: 1)
        (base + count).initialize(to: first)
        rise(UnsafeMutableBufferPointer(rebasing: entries[..<count]), from: hole, compare)
    }
}
