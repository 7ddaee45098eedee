/// A queue of scheduled work: the work with the lowest rank, or the first by a given order, comes first; equal work
/// comes in the order of insertion.
///
/// Ranks and pointers lie in one array, so a comparison of ranks touches no object. Inserted work joins a heap when the
/// first piece is next asked for. If the heap has grown large, it is sorted instead, and its work is taken in sorted
/// order: in a queue of a million, each level of a heap costs a cache miss.
final class VirtualTimeQueue {
    private struct Entry {
        // If the queue was given an order, this is the guess, which only sorting uses.
        var rank: Double
        let number: Int
        // Owned; unmanaged so that moving and comparing entries touches no reference count.
        let work: Held<Work>
    }

    /// From this size on, sorting all entries once is faster than taking them out of the heap one by one.
    private static let large = 1_024

    /// How many pieces ahead of its turn a sorted piece is fetched into the cache.
    private static let ahead = 12

    private let order: EntryOrder
    // The scheduler makes sure that one thread at a time uses the queue, so access need not be checked.
    @exclusivity(unchecked)
    private var inserted = 0
    /// What was inserted and has not joined the heap yet.
    @exclusivity(unchecked)
    private var fresh: ContiguousArray<Entry> = []
    @exclusivity(unchecked)
    private var heap = Heap<EntryOrder>()
    /// The entries of a heap that had grown large, sorted, with the first entry last. They are used up before the next
    /// sort, so each entry is sorted once.
    @exclusivity(unchecked)
    private var presorted: ContiguousArray<Entry> = []

    /// - Parameter order: how to order work; `nil` if ranks alone give the order.
    init(order: Order?) {
        self.order = EntryOrder(order: order)
    }

    deinit {
        for entry in fresh { entry.work.release() }
        for entry in heap.entries { entry.work.release() }
        for entry in presorted { entry.work.release() }
    }

    private var isPresortedFirst: Bool {
        if presorted.isEmpty || heap.count == 0 { return !presorted.isEmpty }
        return order.precedes(presorted[presorted.count - 1], heap.entries[0])
    }

    var first: Work? {
        settle()
        // By index: `first` and `last` allocate in unoptimized code.
        if isPresortedFirst { return presorted[presorted.count - 1].work.object }
        return heap.count == 0 ? nil : heap.entries[0].work.object
    }

    /// All work in its order, each piece with the number of pieces that were inserted before it.
    var sorted: [(number: Int, work: Work)] {
        let order = order
        return (fresh + heap.entries + presorted)
            .sorted { order.precedes($0, $1) }
            .map { ($0.number, $0.work.object) }
    }

    func insert(_ work: Work, rank: Double) {
        fresh.append(Entry(rank: rank, number: inserted, work: Held(retaining: work)))
        inserted += 1
    }

    func removeFirst() {
        settle()
        if isPresortedFirst {
            presorted.removeLast().work.release()
            // Work that was scheduled in random order lies anywhere in memory.
            if presorted.count > VirtualTimeQueue.ahead {
                prefetch(presorted[presorted.count - VirtualTimeQueue.ahead].work)
            }
            return
        }
        heap.remove(at: 0, by: order).work.release()
        if presorted.isEmpty && heap.count >= VirtualTimeQueue.large { sortAll() }
    }

    /// Gives the inserted entries their places.
    private func settle() {
        if fresh.isEmpty { return }
        if presorted.isEmpty && heap.count + fresh.count >= VirtualTimeQueue.large { return sortAll() }
        for index in fresh.indices { heap.insert(fresh[index], by: order) }
        fresh.removeAll(keepingCapacity: true)
    }

    /// Moves all entries into the presorted, which is empty, and sorts it.
    private func sortAll() {
        swap(&presorted, &fresh)
        presorted.append(contentsOf: heap.removeAll())
        guard let given = order.order else { return presorted.sort { EntryOrder(order: nil).precedes($1, $0) } }
        for index in presorted.indices {
            presorted[index].rank = presorted[index].work.use(given.guess)
        }
        presorted.sort { EntryOrder(order: nil).precedes($1, $0) }
        // If all guesses were right, this costs one comparison for each entry.
        let order = order
        if !isPresortedInOrder { presorted.sort { order.precedes($1, $0) } }
    }

    private var isPresortedInOrder: Bool {
        for index in 1..<presorted.count {
            if index + VirtualTimeQueue.ahead < presorted.count {
                prefetch(presorted[index + VirtualTimeQueue.ahead].work)
            }
            if !order.precedes(presorted[index], presorted[index - 1]) { return false }
        }
        return true
    }

    private struct EntryOrder: HeapOrder {
        let order: Order?

        func precedes(_ one: Entry, _ other: Entry) -> Bool {
            guard let order else {
                return one.rank != other.rank ? one.rank < other.rank : one.number < other.number
            }
            let comparison = one.work.use { work in
                other.work.use { order.compare(work, $0) }
            }
            switch comparison {
            case .lessThan: return true
            case .equal: return one.number < other.number
            case .greaterThan: return false
            }
        }
    }
}

extension VirtualTimeQueue {
    /// How to order work whose order ranks alone do not give.
    struct Order {
        /// How the first of two pieces of work relates to the second.
        let compare: (_ one: Work, _ other: Work) -> VirtualTimeComparison
        /// A number that most likely gives the same order. A wrong guess costs time and changes nothing else.
        let guess: (Work) -> Double
    }

    /// Work that waits in a virtual time scheduler's queue.
    class Work: DisposeBase, @unchecked Sendable {
        /// Runs the work. The scheduler calls this method after it has taken the work out of the queue.
        func run() {}
    }

    /// Work in the queue, with the time at which it is due.
    class Item<Time>: Work, @unchecked Sendable {
        // Changed only by the thread that uses the scheduler, while the item is not in the queue.
        @exclusivity(unchecked)
        final var time: Time

        init(_ time: Time) {
            self.time = time
        }
    }

    /// Work that runs once. The thread that claims it owns the state and the action, as in `ScheduledWork.Item`.
    final class Action<Time, State>: Item<Time>, @unchecked Sendable {
        // The claim gives exclusive access. Two properties and not a tuple: a generic tuple's metadata is looked up at
        // each use.
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
            guard lifecycle.claim(), let state = exchange(&state, for: nil), let action = exchange(&action, for: nil)
            else {
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

    /// Work that a virtual time scheduler runs again and again: one item for all runs, which waits in the queue for the
    /// next run.
    final class Period<Converter: VirtualTimeConverterType, State>: Item<Converter.VirtualTimeUnit>, @unchecked Sendable
    {
        init(
            _ scheduler: VirtualTimeScheduler<Converter>,
            _ time: Converter.VirtualTimeUnit,
            _ period: RxTimeInterval,
            _ state: State,
            _ action: @escaping (State) -> State
        ) {
            super.init(time)
            setUpstream(Repeated(scheduler, period, state, action))
        }

        override func run() {
            withPeriodicWork(Repeated.self) { work in
                // Before the run: work that this run schedules for the time of the next run then comes after the next
                // run.
                work.scheduler.enqueue(self, after: work.period)
                work.run()
            }
        }

        /// What an item runs. A disposal of the item releases this object at once, while the item may stay in the queue
        /// until its time has come.
        private final class Repeated: PeriodicWork<State>, @unchecked Sendable {
            let scheduler: VirtualTimeScheduler<Converter>
            let period: RxTimeInterval

            init(
                _ scheduler: VirtualTimeScheduler<Converter>,
                _ period: RxTimeInterval,
                _ state: State,
                _ action: @escaping (State) -> State
            ) {
                self.scheduler = scheduler
                self.period = period
                super.init(state, action)
            }
        }
    }
}
