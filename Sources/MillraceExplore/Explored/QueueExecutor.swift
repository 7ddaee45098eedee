#if MILLRACE_EXPLORE
    import CMillrace

    /// Runs the jobs of tasks on the threads that serve a queue.
    final class QueueExecutor: TaskExecutor {
        private let queue: JobQueue

        init(_ queue: JobQueue) {
            self.queue = queue
        }

        func enqueue(_ job: consuming ExecutorJob) {
            add(UnownedJob(job))
        }

        private func add(_ job: UnownedJob) {
            queue.add { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
        }

        /// Where jobs go for which the program has named no executor, while a schedule is made, run and checked.
        nonisolated(unsafe) private static var general: QueueExecutor?

        /// Takes such jobs from now on; with `nil`, they go where they go otherwise.
        static func takeJobs(_ executor: QueueExecutor?) {
            general = executor
            guard executor != nil else { return mr_explore_take_jobs(nil) }
            mr_explore_take_jobs { job, run in
                guard let general = QueueExecutor.general else { return }
                if let run {
                    nonisolated(unsafe) let job = job
                    general.queue.add { run(job) }
                } else {
                    general.add(unsafeBitCast(job, to: UnownedJob.self))
                }
            }
        }
    }

    /// Runs a task on the calling thread, from its first job to its last.
    func runTask(_ findings: Findings, _ name: String, _ body: @escaping () async throws -> Void) {
        let queue = JobQueue()
        let executor = QueueExecutor(queue)
        nonisolated(unsafe) let body = body
        Task(executorPreference: executor) {
            do { try await body() } catch { findings.add(error, in: name) }
            queue.close()
        }
        while let job = queue.next(mayEnd: false) { job() }
    }
#endif
