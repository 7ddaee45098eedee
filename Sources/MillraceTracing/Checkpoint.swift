#if Tracing
    import Millrace

    extension ObservableType {
        /// Makes errors that pass say that they have passed here, in release builds too.
        ///
        /// An error becomes a ``CheckpointError``, with this checkpoint's name and place and the error itself as
        /// `underlying`. At a further checkpoint, that `CheckpointError` gets one name more; it is not wrapped again. So
        /// the description of an error that is logged at the end of a long chain says which part of the chain it came
        /// from.
        ///
        /// The error's type changes, since a Swift error has no room for a note. Code below that matches on a type, such
        /// as `catch` and `retry(when:)`, looks at `error.withoutCheckpoints`. A `CancellationError` passes unchanged:
        /// it is no fault, and what runs tasks looks for its type.
        ///
        /// - **Emits** and **completes** as the source does.
        /// - **Fails** when the source does, with a `CheckpointError`.
        /// - **Disposal** disposes the source's subscription.
        /// - **Thread**: emits on the thread that the source emits on.
        /// - **Complexity**: O(1) for each element; one allocation for each subscription, and some for an error.
        ///
        /// ```swift
        /// let subscription = Observable<Int>.error(RxError.timeout)
        ///     .checkpoint("query")
        ///     .map { $0 + 1 }
        ///     .checkpoint("report")
        ///     .subscribe(onError: { print(($0 as? CheckpointError)?.checkpoints.map(\.name) ?? []) })
        /// // ["query", "report"]
        /// ```
        ///
        /// - Parameters:
        ///   - name: what the errors are to say.
        ///   - file: the file of the call; the compiler fills it in.
        ///   - line: the line of the call; the compiler fills it in.
        public func checkpoint(
            _ name: String,
            file: String = #fileID,
            line: UInt = #line
        ) -> Observable<Element> {
            let checkpoint = CheckpointError.Checkpoint(name: name, place: "\(file):\(line)")
            return self.do(onError: { error in
                if !(error is CancellationError) { throw CheckpointError(error, passed: checkpoint) }
            })
        }
    }
#endif
