#if NIO
    import Millrace
    // `ExploreTests` compiles this file too, with event loops of its own.
    #if !EXPLORED_LOOPS
        import NIOCore
    #endif

    /// An action that an event loop runs again and again.
    final class LoopPeriod<State>: LoopJob, Cancelable, @unchecked Sendable {
        private struct Content {
            // `nil` while the action runs.
            var work: (state: State, action: @Sendable (State) -> State)?
            var timer: NIOScheduledCallback?
            /// How many runs have begun.
            var runs = 0
            var isDisposed = false
        }

        private let content: Locked<Content>
        private let eventLoop: any EventLoop
        private let period: TimeAmount?
        // Changed only by the runs.
        private var deadline: NIODeadline

        /// - Parameter period: `nil` for a single run.
        init(
            _ state: State,
            _ action: @escaping @Sendable (State) -> State,
            on eventLoop: any EventLoop,
            from deadline: NIODeadline,
            every period: TimeAmount?
        ) {
            content = Locked(Content(work: (state, action)))
            self.eventLoop = eventLoop
            self.period = period
            self.deadline = deadline
        }

        /// Waits for the next run.
        func wait() {
            let runs = content.access { $0.runs }
            let timer = eventLoop.schedule(self, at: deadline)
            let isOver = content.access { content in
                // Off the loop, the run may have come already, and have set the timer of the run after it.
                if !content.isDisposed, content.runs == runs { content.timer = timer }
                return content.isDisposed
            }
            if isOver { timer?.cancel() }
        }

        func run() {
            let (taken, timer) = content.access { content in
                content.runs += 1
                return (exchange(&content.work, for: nil), exchange(&content.timer, for: nil))
            }
            releaseValue(timer)
            guard var work = taken else { return }
            work.state = work.action(work.state)
            let isOver = content.access { content in
                if !content.isDisposed { content.work = work }
                return content.isDisposed
            }
            guard let period, !isOver else { return }
            let missed = max(0, (eventLoop.now - deadline).nanoseconds / period.nanoseconds)
            deadline = deadline + period * (missed + 1)
            wait()
        }

        func drop() {
            dispose()
        }

        var isDisposed: Bool { content.access { $0.isDisposed } }

        func dispose() {
            let left = content.access { exchange(&$0, for: Content(isDisposed: true)) }
            left.timer?.cancel()
            releaseValue(left)
        }
    }
#endif
