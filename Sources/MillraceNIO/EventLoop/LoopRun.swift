#if NIO
    import Millrace
    // `ExploreTests` compiles this file too, with event loops of its own.
    #if !EXPLORED_LOOPS
        import NIOCore
    #endif

    /// What an event loop is to run once.
    protocol LoopJob: AnyObject, Sendable {
        func run()

        /// Called instead of `run()` if the loop has been shut down and drops the job.
        func drop()
    }

    /// A job on its way to an event loop, which alone holds this object.
    ///
    /// A loop that has been shut down does not say that it drops a job. It releases the job.
    final class LoopRun: NIOScheduledCallbackHandler, @unchecked Sendable {
        // Touched by the loop that runs the job, or by whoever releases this object.
        private var job: (any LoopJob)?

        init(_ job: any LoopJob) {
            self.job = job
        }

        deinit {
            job?.drop()
        }

        func run() {
            exchange(&job, for: nil)?.run()
        }

        func handleScheduledCallback(eventLoop: some EventLoop) {
            run()
        }
    }

    extension EventLoop {
        /// Runs `job` after the work that the loop has already.
        func execute(_ job: any LoopJob) {
            let run = LoopRun(job)
            execute { run.run() }
        }

        /// Runs `job` at once if the caller is on the loop, otherwise as soon as the loop can.
        func executeOrRun(_ job: any LoopJob) {
            if inEventLoop { job.run() } else { execute(job) }
        }

        /// Runs `job` at `deadline`. A promise, which `scheduleTask` makes, could not be kept by a loop that has been
        /// shut down.
        func schedule(_ job: any LoopJob, at deadline: NIODeadline) -> NIOScheduledCallback? {
            try? scheduleCallback(at: deadline, handler: LoopRun(job))
        }
    }

    /// A closure as a job.
    final class LoopClosure: LoopJob, @unchecked Sendable {
        private let body: () -> Void
        private let dropped: () -> Void

        init(_ body: @escaping () -> Void, dropped: @escaping () -> Void = {}) {
            self.body = body
            self.dropped = dropped
        }

        func run() {
            body()
        }

        func drop() {
            dropped()
        }
    }
#endif
