extension TaskScheduler {
    /// The actions of a scheduler that wait for their time, in the order of their deadlines; those of the same deadline
    /// in the order of scheduling.
    ///
    /// Each has a task that sleeps. Tasks whose time comes at once wake in any order, so a task that wakes takes all
    /// actions that come no later than its own.
    final class DueActions: Sendable {
        private struct State {
            var waiting = Heap<ByDeadline>()
            var count = 0
        }

        private struct ByDeadline: HeapOrder {
            func precedes(_ one: Action, _ other: Action) -> Bool { one.precedes(other) }

            func placed(_ action: Action, at index: Int) { action.index = index }
        }

        private let state = Locked(State())

        /// Adds an action.
        func add(_ action: Action) {
            state.access { state in
                action.number = state.count
                state.count += 1
                state.waiting.insert(action, by: ByDeadline())
            }
        }

        /// Gives an action its task, which is cancelled if the action does not wait any more.
        func setTask(_ task: Task<Void, Never>, of action: Action) {
            let isLate = state.access { _ in
                if action.isWaiting { action.task = task }
                return !action.isWaiting
            }
            if isLate { task.cancel() }
        }

        /// Takes an action out, and cancels its task. False: the action does not wait here.
        @discardableResult
        func remove(_ action: Action) -> Bool {
            let (isWaiting, task) = state.access { state in
                let isWaiting = action.isWaiting
                if isWaiting { DueActions.take(action, from: &state.waiting) }
                return (isWaiting, exchange(&action.task, for: nil))
            }
            task?.cancel()
            return isWaiting
        }

        /// Moves the actions that are due by `deadline` into `queue`. Under the lock, so that two threads do not mix
        /// theirs.
        func move(dueBy deadline: Duration, to queue: Queue) {
            let tasks = state.access { state in
                var tasks: [Task<Void, Never>?] = []
                while let action = state.waiting.entries.first, action.deadline <= deadline {
                    DueActions.take(action, from: &state.waiting)
                    tasks.append(exchange(&action.task, for: nil))
                    queue.push(.work(action))
                }
                return tasks
            }
            if !tasks.isEmpty { queue.signal() }
            releaseValue(tasks)
        }

        private static func take(_ action: Action, from waiting: inout Heap<ByDeadline>) {
            _ = waiting.remove(at: action.index, by: ByDeadline())
            action.index = -1
        }
    }
}

extension TaskScheduler.DueActions {
    /// An action with a deadline, until it has run or is disposed.
    final class Action: ScheduledWork, @unchecked Sendable {
        let deadline: Duration
        private let due: TaskScheduler.DueActions
        private let work: ScheduledWork

        // Changed only under the lock of `due`.
        fileprivate var number = 0
        fileprivate var index = -1
        fileprivate var task: Task<Void, Never>?

        init(_ deadline: Duration, _ due: TaskScheduler.DueActions, _ work: ScheduledWork) {
            self.deadline = deadline
            self.due = due
            self.work = work
        }

        fileprivate var isWaiting: Bool { index >= 0 }

        fileprivate func precedes(_ other: Action) -> Bool {
            deadline != other.deadline ? deadline < other.deadline : number < other.number
        }

        override func run() {
            work.run()
        }

        override func disposed() {
            due.remove(self)
            work.dispose()
        }
    }
}
