#if Service
    /// What became of the elements that have come to the queue of a ``PipelineService``.
    ///
    /// Elements that a shutdown drops on their way to the queue are in none of the numbers.
    public struct PipelineReport: Sendable, Hashable, CustomStringConvertible {
        /// For how many elements the closure has returned.
        public var handled = 0

        /// How many elements waited when the service ended, and were never handled: since the deadline of the shutdown
        /// passed, the task was cancelled, or the closure threw an error.
        public var unhandled = 0

        /// How many elements the closure had begun with and did not return from: 1 if it threw an error.
        public var interrupted = 0

        /// How many elements were dropped because `capacity` elements waited already. With the strategy `.error`, the
        /// element that finds no room is not among them: it ends the service with an `OverflowError`.
        public var overflowed = 0

        /// The numbers in a line.
        public var description: String {
            "handled \(handled), unhandled \(unhandled), interrupted \(interrupted), overflowed \(overflowed)"
        }
    }

    /// The error of a ``PipelineService`` whose shutdown has taken too long, so that elements were lost.
    public struct DrainTimeoutError: Error, Hashable, CustomStringConvertible {
        /// How long the service has waited.
        public let limit: Duration

        /// What became of the elements.
        public let report: PipelineReport

        /// What happened.
        public var description: String { "PipelineService: not drained within \(limit): \(report)" }
    }
#endif
