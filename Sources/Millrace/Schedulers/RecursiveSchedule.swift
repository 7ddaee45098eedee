/// What `scheduleRecursive` returns: owns the steps that are scheduled and have not begun.
///
/// A step is one run of the action. It stands in a *branch*, and when it runs, the next step takes its place there; so one
/// branch is enough for an action that schedules itself once a run. A run that schedules more than one step opens a branch
/// for each of the others. A branch whose last step has run without a successor is empty for good.
///
/// The chain of branches hangs in this object's word. Whoever adds a branch takes the whole chain out and puts it back, and
/// so has it to itself meanwhile; a disposal that comes in between is noticed when the chain is put back. Everything is
/// lock-free.
final class RecursiveSchedule<State>: DisposeBase, @unchecked Sendable {
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
        let recursiveSchedule = RecursiveSchedule(enqueue)
        recursiveSchedule.fork(action, state, dueTime)
        return recursiveSchedule
    }

    /// Schedules a step in a branch of its own.
    fileprivate func fork(_ action: @escaping Action, _ state: State, _ dueTime: RxTimeInterval?) {
        let branch = Branch()
        let step = RecursiveStep(self, branch, action)
        branch.setUpstream(step)
        add(branch)
        step.enqueue(state, dueTime)
    }

    private func add(_ branch: Branch) {
        var own = branch
        while true {
            let taken = exchange(nil)
            guard !taken.wasDisposed else { return own.dispose() }
            if let chain = RecursiveSchedule.branch(taken) { own = own.joined(to: chain) }
            let met = exchange(own)
            guard !met.wasDisposed else { return own.dispose() }
            // Somebody else put a chain there meanwhile; it is ours now.
            guard let chain = RecursiveSchedule.branch(met) else { return }
            own = chain
        }
    }

    private func exchange(_ chain: Branch?) -> Lifecycle.Taken {
        let link = chain.map { Unmanaged.passRetained($0) }
        let former = lifecycle.replace(link?.toOpaque())
        if former.wasDisposed { link?.release() }
        return former
    }

    private static func branch(_ taken: Lifecycle.Taken) -> Branch? {
        taken.upstream.map { Unmanaged<Branch>.fromOpaque($0).takeRetainedValue() }
    }
}

/// A place for one scheduled step at a time, in the object's word. Links are touched only by whoever has the chain.
private final class Branch: DisposeBase, @unchecked Sendable {
    private var next: Branch?
    // The length of the chain from here, and the length at which it is worth looking for empty branches.
    private var length = 1
    private var sweepLength = 8

    deinit {
        if let next = takeNext() { releaseLink(Unmanaged.passRetained(next).toOpaque()) }
    }

    /// Puts `step` in the place of the one that has begun; disposes it if the branch is disposed.
    func pass(to step: DisposeBase) {
        let link = Unmanaged.passRetained(step)
        let former = lifecycle.replace(link.toOpaque())
        if former.wasDisposed {
            step.dispose()
            link.release()
        } else if let former = former.upstream {
            Unmanaged<DisposeBase>.fromOpaque(former).release()
        }
    }

    /// The chain of both chains' branches. Empty branches are left out once as many branches as were found in use have come
    /// since, so that each branch is looked at a bounded number of times.
    func joined(to chain: Branch) -> Branch {
        var last = self
        while let next = last.next { last = next }
        last.next = chain
        length += chain.length
        sweepLength = chain.sweepLength
        return length < sweepLength ? self : swept()
    }

    private func swept() -> Branch {
        var used: Branch?
        var length = 0
        var link: Branch? = self
        while let branch = link {
            link = branch.takeNext()
            guard branch.lifecycle.upstream != nil else { continue }
            length += 1
            branch.next = used
            branch.length = length
            used = branch
        }
        guard let used else { return self }
        used.sweepLength = max(8, 2 * length)
        return used
    }

    private func takeNext() -> Branch? {
        let next = self.next
        self.next = nil
        return next
    }

    override func disposed() {
        var link = takeNext()
        while let branch = link {
            link = branch.takeNext()
            branch.dispose()
        }
    }
}

/// One run of a recursive action, and, while it is under way, what the action schedules the next with.
final class RecursiveStep<State>: DisposeBase, @unchecked Sendable {
    private let recursiveSchedule: RecursiveSchedule<State>
    private let branch: Branch
    // Owned by whoever claims the step: the thread that runs it, or the one that disposes it before it has begun.
    private var action: RecursiveSchedule<State>.Action?
    private var isLaneFree = false

    fileprivate init(
        _ recursiveSchedule: RecursiveSchedule<State>,
        _ branch: Branch,
        _ action: @escaping RecursiveSchedule<State>.Action
    ) {
        self.recursiveSchedule = recursiveSchedule
        self.branch = branch
        self.action = action
    }

    fileprivate func enqueue(_ state: State, _ dueTime: RxTimeInterval?) {
        if !isDisposed { holdResult(of: recursiveSchedule.enqueue(self, state, dueTime)) }
    }

    /// What the scheduler calls when it is the step's turn.
    func run(_ state: State) {
        guard lifecycle.claim(), let action else { return }
        isLaneFree = true
        action(state, self)
        releaseValue(exchange(&self.action, for: nil))
        if isLaneFree { branch.detachUpstream(self) }
    }

    /// Schedules one more run. Only for the action, while it runs.
    func schedule(_ state: State, dueTime: RxTimeInterval? = nil) {
        guard let action else { return }
        guard isLaneFree else { return recursiveSchedule.fork(action, state, dueTime) }
        isLaneFree = false
        let next = RecursiveStep(recursiveSchedule, branch, action)
        branch.pass(to: next)
        next.enqueue(state, dueTime)
    }

    override func disposed() {
        if lifecycle.claim() { releaseValue(exchange(&action, for: nil)) }
    }
}
