#if NIO
    import Millrace
    // `ExploreTests` compiles this file too, with event loops of its own.
    #if !EXPLORED_LOOPS
        import NIOCore
    #endif

    /// An action that an event loop runs once.
    ///
    /// NIO releases a job that is cancelled under a lock of the loop. So a disposal takes the action out first.
    final class LoopWork<State>: LoopJob, Cancelable {
        private struct Content {
            var work: (state: State, action: @Sendable (State) -> Disposable)?
            var timer: NIOScheduledCallback?
            /// What the action has returned.
            var result: (any Disposable)?
            var isDisposed = false
        }

        private let content: Locked<Content>

        init(_ state: State, _ action: @escaping @Sendable (State) -> Disposable) {
            content = Locked(Content(work: (state, action)))
        }

        /// Has the action run at `deadline`.
        func wait(until deadline: NIODeadline, on eventLoop: any EventLoop) {
            let timer = eventLoop.schedule(self, at: deadline)
            let isOver = content.access { content in
                if content.work != nil { content.timer = timer }
                return content.isDisposed
            }
            if isOver { timer?.cancel() }
        }

        func run() {
            let (work, timer) = content.access { (exchange(&$0.work, for: nil), exchange(&$0.timer, for: nil)) }
            releaseValue(timer)
            guard let work else { return }
            let result = work.action(work.state)
            let isLate = content.access { content in
                if !content.isDisposed { content.result = result }
                return content.isDisposed
            }
            if isLate { result.dispose() }
        }

        func drop() {
            dispose()
        }

        var isDisposed: Bool { content.access { $0.isDisposed } }

        func dispose() {
            let left = content.access { exchange(&$0, for: Content(isDisposed: true)) }
            left.timer?.cancel()
            left.result?.dispose()
            releaseValue(left)
        }
    }
#endif
