/// What `scheduleRecursive` returns: owns the steps that are scheduled and have not begun.
///
/// A step is one run of the action. It stands in a *lane*, and when it runs, the next step takes its place there; so one
/// lane is enough for an action that schedules itself once a run. A run that schedules more than one step opens a lane
/// for each of the others. A lane whose last step has run without a successor is empty for good.
///
/// The chain of lanes hangs in this object's word. Whoever adds a lane takes the whole chain out and puts it back, and
/// so has it to itself meanwhile; a disposal that comes in between is noticed when the chain is put back. Everything is
/// lock-free.
final class Recursion<State>: DisposeBase, @unchecked Sendable {
    typealias Action = (State, RecursiveStep<State>) -> Void

    /// Hands a step to the scheduler; the last argument is how long to wait, `nil` not at all.
    typealias Enqueue = (RecursiveStep<State>, State, RxTimeInterval?) -> Disposable

    fileprivate let enqueue: Enqueue

    private init(_ enqueue: @escaping Enqueue) {
        self.enqueue = enqueue
    }

    static func start(
        _ state: State,
        dueTime: RxTimeInterval?,
        action: @escaping Action,
        enqueue: @escaping Enqueue
    ) -> Disposable {
        let recursion = Recursion(enqueue)
        recursion.fork(action, state, dueTime)
        return recursion
    }

    /// Schedules a step in a lane of its own.
    fileprivate func fork(_ action: @escaping Action, _ state: State, _ dueTime: RxTimeInterval?) {
        let lane = Lane()
        let step = RecursiveStep(self, lane, action)
        lane.setUpstream(step)
        add(lane)
        step.enqueue(state, dueTime)
    }

    private func add(_ lane: Lane) {
        var own = lane
        while true {
            let taken = exchange(nil)
            guard !taken.wasDisposed else { return own.dispose() }
            if let chain = Recursion.lane(taken) { own = own.joined(to: chain) }
            let met = exchange(own)
            guard !met.wasDisposed else { return own.dispose() }
            // Somebody else put a chain there meanwhile; it is ours now.
            guard let chain = Recursion.lane(met) else { return }
            own = chain
        }
    }

    private func exchange(_ chain: Lane?) -> Cell.Taken {
        let link = chain.map { Unmanaged.passRetained($0) }
        let former = cell.replace(link?.toOpaque())
        if former.wasDisposed { link?.release() }
        return former
    }

    private static func lane(_ taken: Cell.Taken) -> Lane? {
        taken.upstream.map { Unmanaged<Lane>.fromOpaque($0).takeRetainedValue() }
    }
}

/// A place for one scheduled step at a time, in the object's word. Links are touched only by whoever has the chain.
private final class Lane: DisposeBase, @unchecked Sendable {
    private var next: Lane?
    // The length of the chain from here, and the length at which it is worth looking for empty lanes.
    private var length = 1
    private var sweepLength = 8

    deinit {
        if let next = takeNext() { releaseLink(Unmanaged.passRetained(next).toOpaque()) }
    }

    /// Puts `step` in the place of the one that has begun; disposes it if the lane is disposed.
    func pass(to step: DisposeBase) {
        let link = Unmanaged.passRetained(step)
        let former = cell.replace(link.toOpaque())
        if former.wasDisposed {
            step.dispose()
            link.release()
        } else if let former = former.upstream {
            Unmanaged<DisposeBase>.fromOpaque(former).release()
        }
    }

    /// The chain of both chains' lanes. Empty lanes are left out once as many lanes as were found in use have come
    /// since, so that each lane is looked at a bounded number of times.
    func joined(to chain: Lane) -> Lane {
        var last = self
        while let next = last.next { last = next }
        last.next = chain
        length += chain.length
        sweepLength = chain.sweepLength
        return length < sweepLength ? self : swept()
    }

    private func swept() -> Lane {
        var used: Lane?
        var length = 0
        var link: Lane? = self
        while let lane = link {
            link = lane.takeNext()
            guard lane.cell.upstream != nil else { continue }
            length += 1
            lane.next = used
            lane.length = length
            used = lane
        }
        guard let used else { return self }
        used.sweepLength = max(8, 2 * length)
        return used
    }

    private func takeNext() -> Lane? {
        let next = self.next
        self.next = nil
        return next
    }

    override func disposed() {
        var link = takeNext()
        while let lane = link {
            link = lane.takeNext()
            lane.dispose()
        }
    }
}

/// One run of a recursive action, and, while it is under way, what the action schedules the next with.
final class RecursiveStep<State>: DisposeBase, @unchecked Sendable {
    private let recursion: Recursion<State>
    private let lane: Lane
    // Owned by whoever claims the step: the thread that runs it, or the one that disposes it before it has begun.
    private var action: Recursion<State>.Action?
    private var isLaneFree = false

    fileprivate init(_ recursion: Recursion<State>, _ lane: Lane, _ action: @escaping Recursion<State>.Action) {
        self.recursion = recursion
        self.lane = lane
        self.action = action
    }

    fileprivate func enqueue(_ state: State, _ dueTime: RxTimeInterval?) {
        if !isDisposed { holdResult(of: recursion.enqueue(self, state, dueTime)) }
    }

    /// What the scheduler calls when it is the step's turn.
    func run(_ state: State) {
        guard cell.claim(), let action else { return }
        isLaneFree = true
        action(state, self)
        letGo(of: exchange(&self.action, for: nil))
        if isLaneFree { lane.dropUpstream(self) }
    }

    /// Schedules one more run. Only for the action, while it runs.
    func schedule(_ state: State, dueTime: RxTimeInterval? = nil) {
        guard let action else { return }
        guard isLaneFree else { return recursion.fork(action, state, dueTime) }
        isLaneFree = false
        let next = RecursiveStep(recursion, lane, action)
        lane.pass(to: next)
        next.enqueue(state, dueTime)
    }

    override func disposed() {
        if cell.claim() { letGo(of: exchange(&action, for: nil)) }
    }
}
