extension AsyncWorkers {
    /// The state of `AsyncWorkers`: where each element is between the source and the observer. Each method is one step
    /// under the lock; what it returns is done afterwards.
    ///
    /// An element waits until it gets one of `limit` *permits*. It keeps the permit until its result has been
    /// delivered:
    ///
    /// | the element | is in |
    /// |---|---|
    /// | has no permit yet | `waiting`, or `lanes` |
    /// | has a permit, and no worker has come to it | `starting` |
    /// | its closure runs | a worker; in order, also in `results` |
    /// | its closure has ended | `results`, until the delivery begins |
    ///
    /// There are never more workers than permits. A worker that finds nothing to start is parked until it is resumed.
    /// One worker at a time delivers; a worker whose closure ends meanwhile leaves the result, and goes on.
    struct State {
        // An extension of a nested type does not find the types beside it.
        typealias Job = AsyncWorkers.Job
        typealias Lane = AsyncWorkers.Lane
        typealias Lanes = AsyncWorkers.Lanes
        typealias Ticket = AsyncWorkers.Ticket

        private let limit: Int
        private let isOrdered: Bool
        private let bound: Bound?
        // Made in advance, since making it takes longer than a lock may be held.
        private let overflowError: OverflowError?

        private var waiting: BoundedQueue<Job>
        // In place of `waiting`, if the elements of a key run one after the other.
        private var lanes: Lanes?
        private var starting = Fifo<Job>()
        private var results = Fifo<Job>()
        // How many elements have a permit.
        private var occupied = 0

        private var workers = 0
        // Workers that the root is to make.
        private var missing = 0
        // Workers that were made or resumed, and have not looked for an element since.
        private var resumed = 0
        private var parked = ContiguousArray<WaitingTask>()
        private var parkedRoot: WaitingTask?
        private var hasRoot = false

        // Owned.
        private var sink: Held<DisposeBase>?
        private var root: Task<Void, Swift.Never>?
        private var run: (@Sendable (Job) async -> Void)?
        private var isDelivering = false
        // A result waits for room further down. Only a failure needs no room.
        private var isHeldBack = false
        // There is room again, and a worker is to deliver: the thread that has made room has work of its own.
        private var hasReopened = false
        // An error that is delivered before all results.
        private var failure: Swift.Error?
        // How the stream ends when all results have been delivered.
        private var end: Terminal?
        // Nothing new is taken or started.
        private var isClosed = false
        private(set) var isOver = false

        init(_ options: Options, _ run: @escaping @Sendable (Job) async -> Void) {
            limit = options.limit
            isOrdered = options.isOrdered
            bound = options.bound
            overflowError = bound?.overflow == .error ? bound?.error : nil
            waiting = BoundedQueue(capacity: bound?.capacity ?? 0, bound?.overflow ?? .buffer, inAdvance: false)
            lanes = options.isKeyed ? Lanes() : nil
            self.run = run
        }

        mutating func attach(_ sink: Held<DisposeBase>) { self.sink = sink }

        /// False: there is a root already.
        mutating func reserveRoot() -> Bool {
            defer { hasRoot = true }
            return !hasRoot
        }

        /// False: the stream has failed or is over, and the caller cancels the root.
        mutating func setRoot(_ task: Task<Void, Swift.Never>) -> Bool {
            if isOver || failure != nil { return false }
            root = task
            return true
        }
    }
}

// MARK: The source

extension AsyncWorkers.State {
    /// What becomes of an element that the source has sent.
    enum Admission {
        case taken(Resumption)
        /// There was no room, and this element is dropped; how many were dropped so far.
        case dropped(Job, Bound, Int)
        /// There was no room, and the stream will fail.
        case failed
        /// Nothing yet: the caller makes a chunk, hands it over, and tries once more.
        case needsChunk
        /// Nothing yet: the caller makes a ticket, and tries once more with it.
        case needsTicket(Lane)
    }

    /// - Parameter ticket: what the element waits with if it has a lane; made when it is needed.
    mutating func admit(_ job: Job, _ ticket: Ticket? = nil) -> Admission {
        if isClosed { return .taken(.nobody) }
        if let lanes, let lane = job.lane { return admit(job, ticket, to: lane, of: lanes) }
        if occupied < limit { return start(job) }
        switch waiting.add(job) {
        case .taken:
            return .taken(.nobody)
        case .dropped(let dropped):
            return .dropped(dropped, known(bound), waiting.droppedCount)
        case .failed:
            return failToAdmit()
        case .needsChunk:
            return .needsChunk
        }
    }

    private mutating func start(_ job: Job) -> Admission {
        occupied += 1
        starting.append(job)
        return .taken(nextResumption())
    }

    private mutating func failToAdmit() -> Admission {
        isClosed = true
        end = overflowError.map { .error($0) }
        return .failed
    }

    private mutating func admit(_ job: Job, _ ticket: Ticket?, to lane: Lane, of lanes: Lanes) -> Admission {
        if occupied < limit && lanes.isFree(lane) {
            lanes.occupy(lane)
            return start(job)
        }
        let isFull = lanes.count >= waiting.limit
        if isFull && waiting.overflow == .error { return failToAdmit() }
        if isFull && waiting.overflow == .dropNewest { return drop(job) }
        guard let ticket else { return .needsTicket(lane) }
        lanes.append(ticket)
        return isFull ? drop(lanes.takeOldest()) : .taken(.nobody)
    }

    private mutating func drop(_ job: Job) -> Admission {
        waiting.droppedCount += 1
        return .dropped(job, known(bound), waiting.droppedCount)
    }

    /// A lane whose key has this hash; `nil` if there is none.
    func lane(of hash: Int) -> Lane? { lanes?.lane(of: hash) }

    /// The next one.
    func lane(after lane: Lane) -> Lane? { lanes?.lane(after: lane) }

    mutating func keep(_ chunk: Chunk<Job>) { waiting.elements.keep(chunk) }

    /// The source has ended, and the stream ends after all results. True: the caller delivers.
    mutating func sourceEnded(_ terminal: Terminal) -> Bool {
        if isClosed { return false }
        isClosed = true
        end = terminal
        return occupied == 0 && beginDelivery()
    }

    /// The source has failed, and the stream fails at once.
    mutating func sourceFailed(_ error: Swift.Error) -> Ending {
        var ending = Ending()
        if isClosed { return ending }
        isClosed = true
        fail(error, &ending)
        return ending
    }
}

// MARK: Workers

extension AsyncWorkers.State {
    /// Whom a step has found work for.
    enum Resumption {
        case nobody
        case task(WaitingTask)
        /// The root has to be made first.
        case newRoot
    }

    /// Finds a worker for the oldest element that has none, or to deliver. `nobody` if a worker that is at work will
    /// come to it.
    ///
    /// - Parameter more: how many elements the caller is about to take itself.
    private mutating func nextResumption(except more: Int = 0) -> Resumption {
        guard starting.count + (hasReopened ? 1 : 0) > resumed + more else { return .nobody }
        if let worker = parked.popLast() {
            resumed += 1
            return .task(worker)
        }
        guard workers < limit else { return .nobody }
        workers += 1
        resumed += 1
        missing += 1
        if reserveRoot() { return .newRoot }
        defer { parkedRoot = nil }
        return parkedRoot.map { .task($0) } ?? .nobody
    }

    /// How many workers the root is to make; `nil` when the subscription is over.
    mutating func takeMissing() -> Int? {
        if isOver { return nil }
        defer { missing = 0 }
        return missing
    }

    /// False: the root has something to do.
    mutating func park(root: WaitingTask) -> Bool {
        if isOver || missing > 0 { return false }
        parkedRoot = root
        return true
    }

    /// What a worker does next.
    enum Step {
        case run(Job, @Sendable (Job) async -> Void)
        case deliver
        case park
        case stop
    }

    mutating func nextStep(wasResumed: Bool) -> Step {
        if wasResumed { resumed -= 1 }
        guard !isOver, let run else { return .stop }
        if exchange(&hasReopened, for: false), goesOn() { return .deliver }
        guard let job = starting.popFirst() else { return .park }
        if isOrdered { results.append(job) }
        return .run(job, run)
    }

    /// False: the worker has something to do.
    mutating func park(worker: WaitingTask) -> Bool {
        if isOver || hasReopened || !starting.isEmpty { return false }
        parked.append(worker)
        return true
    }

    /// What the end of a closure, or a failure of the source, brings about.
    struct Ending {
        var delivers = false
        /// The sink, retained, whose source is not needed any more.
        var sourceToDispose: Held<DisposeBase>?
        /// The task whose closures are not needed any more.
        var rootToCancel: Task<Void, Swift.Never>?
        var dropped: (ChunkQueue<Job>, Fifo<Job>, Lanes?)?
    }

    /// The stream fails as soon as no event is being delivered, ahead of all results.
    private mutating func fail(_ error: Swift.Error, _ ending: inout Ending) {
        failure = error
        ending.rootToCancel = exchange(&root, for: nil)
        ending.dropped = (waiting.elements.takeAll(), starting.takeAll(), exchange(&lanes, for: nil))
        ending.delivers = beginDelivery()
    }

    /// A closure has ended.
    mutating func ended(_ job: Job) -> Ending {
        var ending = Ending()
        if isOver || failure != nil { return ending }
        job.hasEnded = true
        if let error = job.error {
            // Nothing new is taken or started.
            if !isClosed { ending.sourceToDispose = sink?.retained() }
            isClosed = true
            if isOrdered {
                ending.dropped = (waiting.elements.takeAll(), starting.takeAll(), nil)
            } else {
                fail(error, &ending)
                return ending
            }
        } else if !isOrdered {
            results.append(job)
        }
        // The next element of its key may begin, though this result has not been delivered.
        if let lane = job.lane, let lanes, lanes.leave(lane), occupied < limit {
            occupied += 1
            startReady(lanes)
        }
        ending.delivers = hasResult && beginDelivery()
        return ending
    }
}

// MARK: Delivery

extension AsyncWorkers.State {
    /// What the thread that delivers does next.
    enum Delivery {
        case result(Job, Resumption)
        case end(Terminal, Remains)
        /// A result waits until there is room further down. The caller delivers no longer, and sees to it that
        /// `reopened()` is called then.
        case hold(Resumption)
        /// The caller delivers no longer.
        case rest(Resumption)
    }

    private var hasResult: Bool { results.oldest?.hasEnded ?? false }

    /// The error that takes the place of the next result.
    private var nextError: Swift.Error? { hasResult ? results.oldest?.error : nil }

    private mutating func beginDelivery() -> Bool {
        if isOver || isDelivering || (isHeldBack && failure == nil) { return false }
        isDelivering = true
        return true
    }

    /// There is room further down.
    mutating func reopened() -> Resumption {
        if isOver || !isHeldBack { return .nobody }
        hasReopened = true
        return nextResumption()
    }

    /// Ends the wait for room. True: the caller delivers.
    mutating func goesOn() -> Bool {
        isHeldBack = false
        return beginDelivery()
    }

    /// The sink for the thread that delivers, retained.
    func retainSink() -> Held<DisposeBase>? { sink?.retained() }

    private mutating func freePlace() {
        if waiting.count > 0 {
            starting.append(waiting.elements.removeFirst())
        } else if let lanes, startReady(lanes) {
            return
        } else {
            occupied -= 1
        }
    }

    /// Starts an element of the lane that has waited longest for its turn. False: there is none.
    @discardableResult
    private mutating func startReady(_ lanes: Lanes) -> Bool {
        guard let job = lanes.takeReady() else { return false }
        starting.append(job)
        return true
    }

    /// - Parameters:
    ///   - delivered: whether the caller has delivered a result, whose place is free now.
    ///   - isOpen: whether there is room further down.
    mutating func nextDelivery(delivered: Bool, isOpen: Bool) -> Delivery {
        if isOver { return .rest(.nobody) }
        if delivered { freePlace() }
        if let failure { return .end(.error(failure), close()) }
        if let error = nextError { return .end(.error(error), close()) }
        if hasResult {
            if isOpen { return .result(results.removeFirst(), nextResumption()) }
            isDelivering = false
            isHeldBack = true
            return .hold(nextResumption())
        }
        if let end, occupied == 0 { return .end(end, close()) }
        isDelivering = false
        // The caller comes to an element itself, if there is one: only workers deliver results.
        return .rest(nextResumption(except: 1))
    }

    /// Ends the subscription: nothing is started or delivered any more. The caller ends and releases what is left.
    mutating func close() -> Remains {
        var remains = Remains()
        if isOver { return remains }
        isOver = true
        isClosed = true
        remains.sink = sink
        sink = nil
        remains.root = exchange(&root, for: nil)
        remains.parked = exchange(&parked, for: [])
        if let parkedRoot { remains.parked.append(parkedRoot) }
        parkedRoot = nil
        remains.jobs = (
            waiting.elements.takeAll(), starting.takeAll(), results.takeAll(), exchange(&lanes, for: nil)
        )
        remains.run = exchange(&run, for: nil)
        remains.errors = (exchange(&failure, for: nil), exchange(&end, for: nil))
        return remains
    }
}
