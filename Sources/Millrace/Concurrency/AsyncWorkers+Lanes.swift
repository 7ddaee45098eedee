extension AsyncWorkers {
    /// The elements that wait in `map(maxConcurrent:orderedBy:)`, which runs the closures of one key one after the other.
    /// Part of `State`, under its lock; no step runs code of a user.
    ///
    /// A key has a *lane* as long as an element of it is on its way or waits:
    ///
    /// | the lane | has waiting elements | is in |
    /// |---|---|---|
    /// | is busy: the closure of one of its elements runs | or not | `table` |
    /// | is ready: its next element waits for a permit | yes | `table`, `ready` |
    /// | neither | no | nothing: it has gone |
    ///
    /// A lane whose element has ended goes to the end of `ready`. So with each turn of a key, every other key that has
    /// waiting elements has one turn as well.
    final class Lanes: @unchecked Sendable {
        // By the hash of the key, the latest of the lanes with that hash. Each lane in the table has a reference.
        @exclusivity(unchecked)
        private var table: [Int: Held<Lane>] = [:]
        @exclusivity(unchecked)
        private var ready = WaitList<Lane>()
        // All elements that wait, in the order in which they came.
        @exclusivity(unchecked)
        private var arrivals = WaitList<Ticket>()
        /// How many elements wait.
        @exclusivity(unchecked)
        private(set) var count = 0

        deinit {
            arrivals.takeAll().forEach { _ in }
            ready.takeAll().forEach { _ in }
            for lane in table.values {
                var next: Held<Lane>? = lane
                while let lane = next?.take() { next = exchange(&lane.next, for: nil) }
            }
        }
    }

    /// A key, and the elements of it that wait. What `Lanes` changes belongs to it.
    final class Lane: WaitListMember, @unchecked Sendable {
        /// The key, in a box that knows its type.
        let key: AnyObject
        fileprivate let hash: Int
        /// The next lane of another key with the same hash.
        @exclusivity(unchecked)
        fileprivate var next: Held<Lane>?
        @exclusivity(unchecked)
        fileprivate var isListed = false
        /// Whether the closure of one of its elements runs or is about to.
        @exclusivity(unchecked)
        fileprivate var isBusy = false
        // Owned by `arrivals`.
        @exclusivity(unchecked)
        fileprivate var first: Held<Ticket>?
        @exclusivity(unchecked)
        fileprivate var last: Held<Ticket>?
        // Its place in `ready`.
        @exclusivity(unchecked)
        var link = WaitList<Lane>.Link()
        @exclusivity(unchecked)
        var filling = 0

        init(_ key: AnyObject, _ hash: Int) {
            self.key = key
            self.hash = hash
        }
    }

    /// An element that waits.
    final class Ticket: WaitListMember, @unchecked Sendable {
        fileprivate let job: Job
        fileprivate let lane: Lane
        @exclusivity(unchecked)
        fileprivate var next: Held<Ticket>?
        @exclusivity(unchecked)
        var link = WaitList<Ticket>.Link()
        @exclusivity(unchecked)
        var filling = 0

        init(_ job: Job, _ lane: Lane) {
            self.job = job
            self.lane = lane
        }
    }
}

extension AsyncWorkers.Lanes {
    typealias Job = AsyncWorkers.Job
    typealias Lane = AsyncWorkers.Lane
    typealias Ticket = AsyncWorkers.Ticket

    /// A lane whose key has this hash. Whether its key is the right one is found out outside of the lock.
    func lane(of hash: Int) -> Lane? { table[hash]?.object }

    /// The next one. `lane` may have gone since it was found; then the search begins again.
    func lane(after lane: Lane) -> Lane? { lane.isListed ? lane.next?.object : self.lane(of: lane.hash) }

    /// Whether the next element of the lane may begin at once, if there is a permit.
    func isFree(_ lane: Lane) -> Bool { !lane.isBusy && lane.first == nil }

    /// An element of the lane begins.
    func occupy(_ lane: Lane) {
        list(lane)
        lane.isBusy = true
    }

    /// Lets an element wait.
    func append(_ ticket: Ticket) {
        let lane = ticket.lane
        list(lane)
        if !lane.isBusy && lane.first == nil { ready.append(lane) }
        arrivals.append(ticket)
        let held = Held(borrowing: ticket)
        if let last = lane.last { last.use { $0.next = held } } else { lane.first = held }
        lane.last = held
        count += 1
    }

    /// The closure of one of the lane's elements has ended. True: another one waits, and nothing but a permit is missing.
    func leave(_ lane: Lane) -> Bool {
        lane.isBusy = false
        if lane.first == nil {
            unlist(lane)
            return false
        }
        ready.append(lane)
        return true
    }

    /// The next element that may begin; its lane becomes busy.
    func takeReady() -> Job? {
        guard let lane = ready.removeFirst() else { return nil }
        lane.isBusy = true
        return takeFirst(of: lane)
    }

    /// Takes out the element that has waited longest; there must be one. It is the first of its lane.
    func takeOldest() -> Job {
        let lane = known(arrivals.first).use { $0.lane }
        let job = takeFirst(of: lane)
        if isFree(lane) {
            ready.remove(lane)
            unlist(lane)
        }
        return job
    }

    private func takeFirst(of lane: Lane) -> Job {
        let ticket = known(lane.first).object
        lane.first = ticket.next
        if lane.first == nil { lane.last = nil }
        arrivals.remove(ticket)
        count -= 1
        return ticket.job
    }

    private func list(_ lane: Lane) {
        if lane.isListed { return }
        lane.isListed = true
        lane.next = table.updateValue(Held(retaining: lane), forKey: lane.hash)
    }

    // The job that the caller has holds the lane, so that its key is not released here.
    private func unlist(_ lane: Lane) {
        lane.isListed = false
        let next = exchange(&lane.next, for: nil)
        let address = Held(borrowing: lane).address
        if table[lane.hash]?.address == address {
            table[lane.hash] = next
        } else {
            var other = table[lane.hash]
            while let before = other, before.use({ $0.next?.address }) != address { other = before.use { $0.next } }
            other?.use { $0.next = next }
        }
        Held(borrowing: lane).release()
    }
}
