/// The disposable that `scheduleRecursive` returns: owns the steps that are scheduled and have not begun.
///
/// A step is one run of the action. Each step is in a *branch*. The first step that a running step schedules takes the
/// place of the running step in the branch. So one branch suffices for an action that schedules itself once in each
/// run. If a run schedules more than one step, each further step gets a new branch. A branch whose last step has run
/// without a successor stays empty.
///
/// This object's lifecycle word holds the chain of branches. A thread that adds a branch takes the whole chain out, and
/// so has exclusive access to it until it puts the chain back. If this object is disposed in the meantime, the thread
/// finds out when it puts the chain back, and disposes the chain. Everything is lock-free.
final class RecursiveSchedule<State>: DisposeBase, @unchecked Sendable {
    typealias Action = (State, Step) -> Void

    /// Hands a step to the scheduler. The last argument is how long to wait; `nil` means not at all.
    typealias Enqueue = (Step, State, RxTimeInterval?) -> Disposable

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

    /// Schedules a step in a new branch.
    fileprivate func fork(_ action: @escaping Action, _ state: State, _ dueTime: RxTimeInterval?) {
        let branch = Branch()
        let step = Step(self, branch, action)
        branch.setUpstream(step)
        add(branch)
        step.enqueue(state, dueTime)
    }

    private func add(_ branch: Branch) {
        var own = branch
        while true {
            let taken = replaceChain(by: nil)
            guard !taken.wasDisposed else { return own.dispose() }
            if let chain = RecursiveSchedule.branch(taken) { own = own.joined(to: chain) }
            let met = replaceChain(by: own)
            guard !met.wasDisposed else { return own.dispose() }
            // Another thread has put a chain there in the meantime; this thread owns that chain now.
            guard let chain = RecursiveSchedule.branch(met) else { return }
            own = chain
        }
    }

    private func replaceChain(by chain: Branch?) -> Lifecycle.Taken {
        let link = chain.map { Held(retaining: $0) }
        let former = lifecycle.replace(link?.address)
        if former.wasDisposed { link?.release() }
        return former
    }

    private static func branch(_ taken: Lifecycle.Taken) -> Branch? {
        taken.upstream.map { Held<Branch>(at: $0).take() }
    }
}

/// A place for one scheduled step at a time, which the branch's lifecycle word holds. The links are touched only by the
/// thread that has taken the chain out.
private final class Branch: DisposeBase, @unchecked Sendable {
    private var next: Branch?
    // The length of the chain from here, and the length from which on the chain is searched for empty branches.
    private var length = 1
    private var sweepLength = 8

    deinit {
        if let next = takeNext() { releaseLink(Held(retaining: next)) }
    }

    /// Replaces the step that has begun by `step`. If the branch is disposed, disposes `step` instead.
    func pass(to step: DisposeBase) {
        let link = Held(retaining: step)
        let former = lifecycle.replace(link.address)
        if former.wasDisposed {
            step.dispose()
            link.release()
        } else if let former = former.upstream {
            Held<DisposeBase>(at: former).release()
        }
    }

    /// Joins two chains into one. Empty branches are left out when the chain is twice as long as the last search left
    /// it, and has at least 8 branches. So each branch is examined a bounded number of times.
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

extension RecursiveSchedule {
    /// One run of a recursive action. While the run is under way, the action schedules further runs through it.
    final class Step: DisposeBase, @unchecked Sendable {
        private let recursiveSchedule: RecursiveSchedule<State>
        private let branch: Branch
        // Owned by the thread that claims the step: the thread that runs it, or the thread that disposes it before it
        // has begun.
        private var action: Action?
        private var isBranchFree = false

        fileprivate init(
            _ recursiveSchedule: RecursiveSchedule<State>,
            _ branch: Branch,
            _ action: @escaping Action
        ) {
            self.recursiveSchedule = recursiveSchedule
            self.branch = branch
            self.action = action
        }

        fileprivate func enqueue(_ state: State, _ dueTime: RxTimeInterval?) {
            if !isDisposed { holdResult(of: recursiveSchedule.enqueue(self, state, dueTime)) }
        }

        /// Called by the scheduler when it is the step's turn.
        func run(_ state: State) {
            guard lifecycle.claim(), let action else { return }
            isBranchFree = true
            action(state, self)
            releaseValue(exchange(&self.action, for: nil))
            if isBranchFree { branch.detachUpstream(self) }
        }

        /// Schedules one more run. Called only by the action, while it runs.
        func schedule(_ state: State, dueTime: RxTimeInterval? = nil) {
            guard let action else { return }
            guard isBranchFree else { return recursiveSchedule.fork(action, state, dueTime) }
            isBranchFree = false
            let next = Step(recursiveSchedule, branch, action)
            branch.pass(to: next)
            next.enqueue(state, dueTime)
        }

        override func disposed() {
            if lifecycle.claim() { releaseValue(exchange(&action, for: nil)) }
        }
    }
}
