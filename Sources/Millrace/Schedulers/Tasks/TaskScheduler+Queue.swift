extension TaskScheduler {
    /// A serial queue of actions, which one task runs. While the queue is empty, the task waits, on the executor where
    /// it goes on: so an action that wakes it costs one hop and no task.
    ///
    /// The task starts with the first action and ends after `close()`. It never has task-locals of whoever adds an
    /// action.
    final class Queue: @unchecked Sendable {
        enum Action {
            case work(ScheduledWork)
            case batch(ReusableAction)
            /// Lets other work of the executor take a turn.
            case pause
            /// The last one.
            case end
        }

        /// How many actions the task runs before it lets other work of its executor take a turn.
        static let limit = 16

        private let start: @Sendable (Queue) -> Void
        private let actions = MPSCQueue<Action>(expected: 8)
        // Touched only through its address.
        @exclusivity(unchecked)
        private var workWord = WorkInProgress.Storage()
        // Belongs to the task until it rests, and then to the thread whose signal is to wake it. `nil`: it has not
        // started.
        private var parked: WaitingTask?
        /// The thread that runs an action.
        private let runner = Locked<ThreadIdentity?>(nil)

        /// - Parameter start: starts a task that calls `run(on:)`.
        init(_ start: @escaping @Sendable (Queue) -> Void) {
            self.start = start
        }

        deinit {
            actions.destroy()
        }

        private var work: WorkInProgress { WorkInProgress(at: &workWord) }

        /// Whether the caller is inside an action.
        var isCallerInside: Bool { runner.access { $0 } == .current }

        func add(_ action: Action) {
            push(action)
            signal()
        }

        /// Adds an action without a signal, which has to follow.
        func push(_ action: Action) {
            actions.push(action)
        }

        /// Has the task run what has been added.
        func signal() {
            guard work.signal() else { return }
            if let parked { parked.resume() } else { start(self) }
        }

        /// Has the task end after the actions that wait. Nothing is added any more.
        func close() {
            push(.end)
            if work.signal() { parked?.resume() }
        }

        /// Runs actions until `close()`. Called by the task, on the actor if there is one.
        func run(on actor: isolated (any Actor)?) async {
            while drain() {
                if actions.isEmpty {
                    await WaitingTask.suspend(isolation: actor) { task in
                        parked = task
                        return work.rest()
                    }
                } else {
                    await Task.yield()
                }
            }
        }

        /// Runs the next actions. False after the last one.
        private func drain() -> Bool {
            runner.access { $0 = .current }
            defer { runner.access { $0 = nil } }
            for _ in 0..<Queue.limit {
                switch actions.pop() {
                case .work(let work): work.run()
                case .batch(let action): action.block()
                case .pause, nil: return true
                case .end: return false
                }
            }
            return true
        }
    }
}
