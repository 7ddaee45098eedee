/// Runs an asynchronous closure for each element of a source, a limited number of them at a time, and delivers the
/// results one at a time.
///
/// Workers are the children of one task, the *root*, so one cancellation reaches them all. A worker takes element after
/// element; when there is none, it is parked. So a subscription makes as many tasks as closures have ever run at once,
/// and the root. If a task subscribes, the root is made with the subscription, so that the workers inherit the task's
/// local values; otherwise it is made with the first element.
///
/// The tasks may hold this object long after the disposal. So the disposal takes the sink and the closure out of it.
/// `State` has the steps.
@usableFromInline
final class AsyncWorkers: @unchecked Sendable {
    private let state: Locked<State>
    private let deliver: (DisposeBase, Job) -> Void
    private let end: (DisposeBase, Terminal) -> Void
    private let priority = Task.currentPriority
    private let mark: Watermark?
    private let pressure: Pressure?

    /// - Parameters:
    ///   - mark: counts the elements that have not been delivered.
    ///   - pressure: whether there is room further down.
    ///   - end: ends the stream below the sink.
    init(
        _ options: Options,
        _ work: Work,
        _ mark: Watermark?,
        _ pressure: Pressure?,
        end: @escaping (DisposeBase, Terminal) -> Void
    ) {
        self.mark = mark
        self.pressure = pressure
        state = Locked(State(options, work.run))
        deliver = work.deliver
        self.end = end
    }

    func start(feeding sink: DisposeBase) {
        let link = Held(retaining: sink)
        state.access { $0.attach(link) }
        if isInTask, state.access({ $0.reserveRoot() }) { keepRoot(Task { await self.runRoot() }) }
    }

    private func resume(_ resumption: State.Resumption) {
        switch resumption {
        case .nobody: break
        case .task(let parked): parked.resume()
        case .newRoot: keepRoot(Task.detached(priority: priority) { await self.runRoot() })
        }
    }

    private func keepRoot(_ root: Task<Void, Swift.Never>) {
        if !state.access({ $0.setRoot(root) }) { root.cancel() }
    }
}

// MARK: The source's thread

extension AsyncWorkers {
    /// As `add(_:)`, with the key of the element, for a closure that runs after those of earlier elements of the key.
    ///
    /// The user's code for keys runs outside of the lock: what is found under it are the keys with the same hash. One
    /// thread at a time adds elements, so that no other key comes while it compares them.
    ///
    /// - Parameters:
    ///   - isSame: whether a key is the element's.
    ///   - makeKey: makes a box with the element's key.
    func add(_ job: Job, _ hash: Int, _ isSame: (AnyObject) -> Bool, _ makeKey: () -> AnyObject) -> Bool {
        var lane = state.access { $0.lane(of: hash) }
        while let found = lane, !isSame(found.key) { lane = state.access { $0.lane(after: found) } }
        job.lane = lane ?? Lane(makeKey(), hash)
        return add(job)
    }

    /// False: there was no room, and the source is to be disposed.
    func add(_ job: Job) -> Bool {
        var ticket: Ticket?
        while true {
            switch state.access({ $0.admit(job, ticket) }) {
            case .taken(let resumption):
                resume(resumption)
                return true
            case .dropped(let job, let bound, let count):
                bound.report(count)
                releaseValue(job)
                return true
            case .failed:
                return false
            case .needsChunk:
                let chunk = BoundedQueue<Job>.makeChunk(limit: .max)
                state.access { $0.keep(chunk) }
            case .needsTicket(let lane):
                ticket = Ticket(job, lane)
            }
        }
    }

    /// The source has ended or was released; the stream ends after all results.
    func sourceEnded(_ terminal: Terminal) {
        if state.access({ $0.sourceEnded(terminal) }) { deliverResults() }
    }

    func sourceFailed(_ error: Swift.Error) {
        perform(state.access { $0.sourceFailed(error) })
    }

    /// The subscription has been disposed.
    func close() {
        var remains = state.access { $0.close() }
        remains.end(cancels: true)
        remains.release()
    }
}

// MARK: Tasks

extension AsyncWorkers {
    private func runRoot() async {
        await withTaskGroup(of: Void.self) { group in
            while let count = state.access({ $0.takeMissing() }) {
                for _ in 0..<count { group.addTask { await self.runWorker() } }
                if count == 0 { await WaitingTask.suspend { root in state.access { $0.park(root: root) } } }
            }
        }
    }

    private func runWorker() async {
        var wasResumed = true
        while true {
            switch state.access({ $0.nextStep(wasResumed: wasResumed) }) {
            case .run(let job, let run):
                wasResumed = false
                await run(job)
                perform(state.access { $0.ended(job) })
            case .deliver:
                wasResumed = false
                deliverResults()
            case .park:
                wasResumed = await WaitingTask.suspend { worker in state.access { $0.park(worker: worker) } }
            case .stop:
                return
            }
        }
    }

    private func perform(_ ending: State.Ending) {
        ending.rootToCancel?.cancel()
        if let sink = ending.sourceToDispose {
            sink.use { $0.disposeUpstream() }
            releaseLink(sink)
        }
        if ending.delivers { deliverResults() }
        releaseValue(ending)
    }

    /// Delivers what there is; `beginDelivery()` has let the caller in.
    private func deliverResults() {
        guard let sink = state.access({ $0.retainSink() }) else { return }
        var delivered = false
        delivering: while true {
            let isOpen = pressure?.isOpen ?? true
            switch state.access({ $0.nextDelivery(delivered: delivered, isOpen: isOpen) }) {
            case .result(let job, let resumption):
                resume(resumption)
                sink.use { deliver($0, job) }
                mark?.remove()
                delivered = true
            case .hold(let resumption):
                resume(resumption)
                delivered = false
                if !goesOnWithRoom() { break delivering }
            case .end(let terminal, var remains):
                if case .error = terminal { remains.end(cancels: true) } else { remains.end(cancels: false) }
                sink.use { end($0, terminal) }
                remains.release()
                break delivering
            case .rest(let resumption):
                resume(resumption)
                break delivering
            }
        }
        releaseLink(sink)
    }

    /// Lets a worker go on with the delivery when there is room. True: there is room already, and the caller goes on.
    private func goesOnWithRoom() -> Bool {
        let call = SchedulingCall()
        pressure?.onReopen {
            if !call.leaveNext() { self.resume(self.state.access { $0.reopened() }) }
        }
        return call.end() && state.access { $0.goesOn() }
    }
}

// MARK: What they work on

extension AsyncWorkers {
    /// An element on its way through an asynchronous closure. Not generic, so that the queues of `AsyncWorkers` handle
    /// it without looking up metadata.
    @usableFromInline
    class Job: @unchecked Sendable {
        /// Whether the closure has ended. Belongs to the state under the lock.
        @exclusivity(unchecked)
        final var hasEnded = false

        /// That of the element's key, if it has one.
        @exclusivity(unchecked)
        final var lane: Lane?

        /// The error that the closure has thrown. The worker writes it before it says that the closure has ended.
        @usableFromInline
        @exclusivity(unchecked)
        final var error: Swift.Error?

        @inlinable
        init() {}
    }

    /// What is done with jobs. Closures that are written in an inlinable operator, so that they are specialized there.
    @usableFromInline
    struct Work {
        /// Calls the user's closure.
        @usableFromInline
        let run: @Sendable (Job) async -> Void
        /// Passes the result to the sink.
        @usableFromInline
        let deliver: (DisposeBase, Job) -> Void

        @inlinable
        init(
            run: @escaping @Sendable (Job) async -> Void,
            deliver: @escaping (DisposeBase, Job) -> Void
        ) {
            self.run = run
            self.deliver = deliver
        }
    }

    /// How an operator runs its asynchronous closures.
    @usableFromInline
    struct Options {
        let limit: Int
        let isOrdered: Bool
        let isKeyed: Bool
        @usableFromInline
        let operation: StaticString
        let bound: Bound?

        /// - Parameters:
        ///   - isKeyed: whether elements have keys, and those of a key run one after the other.
        ///   - bound: how many elements may wait; `nil` for any number.
        ///   - onDrop: called for each element that is dropped.
        @usableFromInline
        init(
            _ limit: Int,
            _ isOrdered: Bool,
            isKeyed: Bool = false,
            _ operation: StaticString,
            bound: (capacity: Int, overflow: OverflowStrategy, place: Place)? = nil,
            onDrop: (@Sendable () -> Void)? = nil
        ) {
            if let bound {
                require(bound.capacity > 0, "\(operation): capacity must be at least 1, not \(bound.capacity)")
            }
            require(limit > 0, "\(operation): maxConcurrent must be at least 1, not \(limit)")
            self.limit = limit
            self.isOrdered = isOrdered
            self.isKeyed = isKeyed
            self.operation = operation
            self.bound = bound.map { Bound(operation, $0.capacity, $0.overflow, $0.place, onDrop) }
        }

        /// Whether the source's subscription may be disposed before the stream ends: when an error waits for earlier
        /// results, or the closure that makes keys has thrown one.
        @usableFromInline
        var mayDisposeSource: Bool { isOrdered || isKeyed || bound?.overflow == .error }

        /// The mark that holds the source of a new subscription back; `nil` if elements are dropped instead. Without a
        /// capacity, as many elements may wait as closures may run, and a source that cannot pause is not refused.
        func makeMark(below pressure: Pressure?) -> Watermark? {
            guard let bound else { return adaptiveMark(pressure) }
            switch bound.overflow {
            case .buffer:
                return adaptiveMark(pressure)
            case .suspend:
                // Closures do not wait for a source that goes on.
                return Watermark(
                    capacity: limit.saturated(plus: bound.capacity),
                    lower: limit.saturated(plus: bound.capacity / 2),
                    owner: bound.owner
                )
            default:
                return nil
            }
        }

        private func adaptiveMark(_ pressure: Pressure?) -> Watermark {
            // Of the elements that wait, some wait for others of their keys. The source goes on before the others run out.
            Watermark(
                capacity: limit.saturated(plus: limit),
                lower: isKeyed ? limit.saturated(plus: limit / 2) : limit,
                below: pressure,
                owner: "\(operation)"
            )
        }
    }
}

extension Int {
    fileprivate func saturated(plus other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
