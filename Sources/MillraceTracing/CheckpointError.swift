#if Tracing
    /// The error of a stream, with the checkpoints that it has passed: see `checkpoint(_:)`.
    public struct CheckpointError: Error, CustomStringConvertible {
        /// One call of `checkpoint(_:)`.
        public struct Checkpoint: Sendable, Hashable, CustomStringConvertible {
            /// The checkpoint's name.
            public let name: String

            /// Where it was applied: the file's name with its module, and the line.
            public let place: String

            /// The name and the place.
            public var description: String { "\(name) (\(place))" }
        }

        /// What went wrong: the error that reached the first checkpoint.
        public let underlying: any Error

        /// The checkpoints that the error has passed, the one nearest to the source first.
        public let checkpoints: [Checkpoint]

        /// The underlying error, and the checkpoints' names and places.
        public var description: String {
            "\(underlying), passed \(checkpoints.map(\.description).joined(separator: ", "))"
        }

        init(_ error: any Error, passed checkpoint: Checkpoint) {
            let former = error as? CheckpointError
            underlying = former?.underlying ?? error
            checkpoints = (former?.checkpoints ?? []) + [checkpoint]
        }
    }

    extension Error {
        /// The error itself; of a `CheckpointError` the underlying error.
        ///
        /// Code below a checkpoint matches on this, so that it works with and without the checkpoint.
        ///
        /// ```swift
        /// let greeting = Observable<String>.error(RxError.timeout)
        ///     .checkpoint("users")
        ///     .catch { error in
        ///         if case RxError.timeout = error.withoutCheckpoints { return .just("Hello, whoever you are!") }
        ///         return .error(error)
        ///     }
        /// let subscription = greeting.subscribe(onNext: { print($0) })
        /// // Hello, whoever you are!
        /// ```
        public var withoutCheckpoints: any Error {
            (self as? CheckpointError)?.underlying ?? self
        }
    }
#endif
