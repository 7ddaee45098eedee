/// What orders the entries of a `Heap`.
protocol HeapOrder {
    associatedtype Entry

    func precedes(_ one: Entry, _ other: Entry) -> Bool

    /// The entry now has this index in the heap.
    func placed(_ entry: Entry, at index: Int)
}

extension HeapOrder {
    func placed(_ entry: Entry, at index: Int) {}
}

/// A heap: the entry that precedes all others comes first. Each node has four children, since entries that lie next to
/// each other share a cache line.
///
/// `precedes` may run a user's code; nothing else here does.
struct Heap<Order: HeapOrder> {
    private static var arity: Int { 4 }

    private(set) var entries: ContiguousArray<Order.Entry> = []

    var count: Int { entries.count }

    mutating func insert(_ entry: Order.Entry, by order: Order) {
        entries.append(entry)
        rise(entry, from: entries.count - 1, order)
    }

    /// Takes out the entry at an index. The hole that it leaves sinks to the bottom, where the last entry most likely
    /// belongs; the last entry then rises from there.
    mutating func remove(at index: Int, by order: Order) -> Order.Entry {
        let removed = entries[index]
        let last = entries.removeLast()
        let count = entries.count
        if index == count { return removed }
        var hole = index
        while Heap.arity * hole + 1 < count {
            let start = Heap.arity * hole + 1
            var least = start
            for child in start + 1..<max(start + 1, min(start + Heap.arity, count))
            where order.precedes(entries[child], entries[least]) {
                least = child
            }
            place(entries[least], at: hole, order)
            hole = least
        }
        rise(last, from: hole, order)
        return removed
    }

    /// Takes out all entries, in no order.
    mutating func removeAll() -> ContiguousArray<Order.Entry> {
        exchange(&entries, for: [])
    }

    /// Puts an entry at `start`, or as far above it as the entry belongs.
    private mutating func rise(_ entry: Order.Entry, from start: Int, _ order: Order) {
        var index = start
        while index > 0 {
            let parent = (index - 1) / Heap.arity
            guard order.precedes(entry, entries[parent]) else { break }
            place(entries[parent], at: index, order)
            index = parent
        }
        place(entry, at: index, order)
    }

    private mutating func place(_ entry: Order.Entry, at index: Int, _ order: Order) {
        entries[index] = entry
        order.placed(entry, at: index)
    }
}
