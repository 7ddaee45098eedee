extension AsyncWorkers.State {
    /// What is left when a subscription is over: to be ended and released outside of the lock.
    struct Remains {
        var sink: Held<DisposeBase>?
        var root: Task<Void, Swift.Never>?
        var parked = ContiguousArray<WaitingTask>()
        var jobs: (ChunkQueue<Job>, Fifo<Job>, Fifo<Job>, Lanes?)?
        var run: (@Sendable (Job) async -> Void)?
        var errors: (Swift.Error?, Terminal?)?

        /// Ends the tasks that are parked.
        ///
        /// - Parameter cancels: whether to cancel the others, whose closures still run.
        mutating func end(cancels: Bool) {
            if cancels { root?.cancel() }
            for task in exchange(&parked, for: []) { task.resume() }
        }

        mutating func release() {
            releaseValue(exchange(&jobs, for: nil))
            releaseValue(exchange(&run, for: nil))
            releaseValue(exchange(&errors, for: nil))
            if let sink { releaseLink(sink) }
            sink = nil
        }
    }
}
