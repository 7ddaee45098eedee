extension TaskScheduler {
    /// The actions of a scheduler that wait for their time, in the order of their deadlines; those of the same deadline
    /// in the order of scheduling.
    ///
    /// Each has a task that sleeps. Tasks whose time comes at once wake in any order, so a task that wakes takes all
    /// actions that come no later than its own.
    final class DueActions: Sendable {
        private struct State {
            /// A heap.
            var waiting: [Action] = []
            var count = 0
        }

        private let state = Locked(State())

        /// Adds an action.
        func add(_ action: Action) {
            state.access { state in
                action.number = state.count
                action.index = state.waiting.count
                state.count += 1
                state.waiting.append(action)
                DueActions.rise(&state.waiting, from: action.index)
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
                if isWaiting { DueActions.take(&state.waiting, at: action.index) }
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
                while let action = state.waiting.first, action.deadline <= deadline {
                    DueActions.take(&state.waiting, at: 0)
                    tasks.append(exchange(&action.task, for: nil))
                    queue.push(.work(action))
                }
                return tasks
            }
            if !tasks.isEmpty { queue.signal() }
            releaseValue(tasks)
        }

        private static func take(_ heap: inout [Action], at index: Int) {
            heap[index].index = -1
            let last = heap.removeLast()
            guard last.isWaiting else { return }
            heap[index] = last
            last.index = index
            sink(&heap, from: index)
            rise(&heap, from: last.index)
        }

        private static func rise(_ heap: inout [Action], from start: Int) {
            var index = start
            while index > 0, heap[index].precedes(heap[(index - 1) / 2]) {
                swapEntries(&heap, index, (index - 1) / 2)
                index = (index - 1) / 2
            }
        }

        private static func sink(_ heap: inout [Action], from start: Int) {
            var index = start
            while true {
                var first = index
                for child in [2 * index + 1, 2 * index + 2]
                where child < heap.count && heap[child].precedes(heap[first]) {
                    first = child
                }
                if first == index { return }
                swapEntries(&heap, index, first)
                index = first
            }
        }

        private static func swapEntries(_ heap: inout [Action], _ one: Int, _ other: Int) {
            heap.swapAt(one, other)
            heap[one].index = one
            heap[other].index = other
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
