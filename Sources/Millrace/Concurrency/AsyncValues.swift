/// The elements of a source, for a task to iterate over, with a bound on how many of them wait: what
/// `values(capacity:overflow:onDrop:)` returns.
///
/// `Failure` is `any Error`, or `Never` for the elements of an infallible sequence, whose iteration does not throw. The
/// subscription ends when neither the sequence, nor its `batches`, nor an iterator of one of the two is held any more.
///
/// ```swift
/// func firstLarge(of prices: AsyncValues<Int, any Error>) async throws -> Int? {
///     for try await price in prices where price > 6 { return price }
///     return nil
/// }
/// let large = try await firstLarge(of: Observable.of(5, 7).values(capacity: 2, overflow: .suspend))
/// print(large ?? 0)
/// // 7
/// ```
public struct AsyncValues<Element, Failure: Error>: AsyncSequence {
    @usableFromInline
    let subscription: ValuesSink<Element>.Subscription

    @inlinable
    init(_ sink: ValuesSink<Element>) {
        subscription = .init(sink)
    }

    /// An iterator over the elements that wait and those that come. All iterators share one queue: an element goes to
    /// one of them.
    @_alwaysEmitIntoClient
    public func makeAsyncIterator() -> Iterator {
        Iterator(subscription)
    }

    /// Waits for one element after another.
    public struct Iterator: AsyncIteratorProtocol {
        @usableFromInline
        let subscription: ValuesSink<Element>.Subscription

        // Owned by the subscription; so an element costs no retain.
        @usableFromInline
        let sink: Held<ValuesSink<Element>>

        @inlinable
        init(_ subscription: ValuesSink<Element>.Subscription) {
            self.subscription = subscription
            sink = Held(borrowing: subscription.sink)
        }

        /// The next element; `nil` at the end.
        @_alwaysEmitIntoClient
        public mutating func next() async throws(Failure) -> Element? {
            try await next(isolation: nil)
        }

        /// The next element; `nil` at the end. Suspends the task only if no element waits.
        ///
        /// - Parameter actor: the actor of the caller, which the method does not leave.
        // Inlined in the loop: otherwise each call would ask the runtime twice whether it has to change to the actor.
        @_alwaysEmitIntoClient
        @inline(__always)
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
            let sink = sink
            while true {
                if Task.isCancelled { sink.use { $0.cancel() } }
                if let element = sink.use({ $0.take() }) { return element }
                if let ending = sink.use({ $0.takeEnding() }) {
                    try ending.throwError(Failure.self)
                    return nil
                }
                await sink.object.wait(isolation: actor)
            }
        }
    }
}

extension AsyncValues {
    /// Disposes the subscription. The iteration goes on with the elements that wait, and then ends.
    package func stop() {
        subscription.sink.stop()
    }

    /// Drops what waits. Returns how many elements have waited when the iteration was cut short, by this call or by a
    /// cancellation.
    package func close() -> Int {
        subscription.sink.close()
    }
}

// As the standard library's streams are.
extension AsyncValues: @unchecked Sendable where Element: Sendable {}

extension AsyncValues {
    /// The same elements, as slices of what has come: each slice has all elements that wait when the iteration asks for
    /// it.
    ///
    /// A slice is never empty. Its elements no longer count as waiting: while the task handles them, `capacity` further
    /// elements find room. The iteration ends as one over the sequence itself does.
    ///
    /// - **Complexity**: O(1) under the queue's lock, and O(elements) for the array that is handed out, one allocation for
    ///   each slice.
    ///
    /// ```swift
    /// let lines = PublishSubject<String>()
    /// let batches = lines.values(capacity: 100, overflow: .dropOldest).batches
    /// lines.onNext("a")
    /// lines.onNext("b")
    /// for try await batch in batches {
    ///     print(batch.joined(separator: "+")) // such as one write for all
    ///     if batch.contains("c") { break }
    ///     lines.onNext("c")
    /// }
    /// // a+b
    /// // c
    /// ```
    public var batches: Batches {
        @inlinable
        get { Batches(subscription) }
    }

    /// The type of `AsyncValues.batches`; otherwise as that property.
    public struct Batches: AsyncSequence {
        /// All elements that have waited: at least one.
        public typealias Element = ArraySlice<AsyncValues.Element>

        @usableFromInline
        let subscription: ValuesSink<AsyncValues.Element>.Subscription

        @inlinable
        init(_ subscription: ValuesSink<AsyncValues.Element>.Subscription) {
            self.subscription = subscription
        }

        /// An iterator over what waits and what comes. All iterators share one queue: an element goes to one of them.
        @_alwaysEmitIntoClient
        public func makeAsyncIterator() -> Iterator {
            Iterator(subscription)
        }

        /// Waits for one slice after another.
        public struct Iterator: AsyncIteratorProtocol {
            @usableFromInline
            let subscription: ValuesSink<AsyncValues.Element>.Subscription

            @usableFromInline
            let sink: Held<ValuesSink<AsyncValues.Element>>

            // The queue's other half: it takes the next elements while these ones are handed out.
            @usableFromInline
            let spare = ValuesSink<AsyncValues.Element>.Spare()

            @inlinable
            init(_ subscription: ValuesSink<AsyncValues.Element>.Subscription) {
                self.subscription = subscription
                sink = Held(borrowing: subscription.sink)
            }

            /// All elements that wait, at least one; `nil` at the end.
            @_alwaysEmitIntoClient
            public mutating func next() async throws(Failure) -> ArraySlice<AsyncValues.Element>? {
                try await next(isolation: nil)
            }

            /// All elements that wait, at least one; `nil` at the end. Suspends the task only if no element waits.
            ///
            /// - Parameter actor: the actor of the caller, which the method does not leave.
            @_alwaysEmitIntoClient
            @inline(__always)
            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async throws(Failure) -> ArraySlice<AsyncValues.Element>? {
                let sink = sink
                while true {
                    if Task.isCancelled { sink.use { $0.cancel() } }
                    if sink.use({ $0.takeAll(leaving: &spare.elements) }) { return spare.elements.removeAll()[...] }
                    if let ending = sink.use({ $0.takeEnding() }) {
                        try ending.throwError(Failure.self)
                        return nil
                    }
                    await sink.object.wait(isolation: actor)
                }
            }
        }
    }
}

extension AsyncValues.Batches: @unchecked Sendable where AsyncValues.Element: Sendable {}

extension ValuesSink {
    /// What the sequences and iterators of one subscription share. The subscription ends with the last of them.
    @usableFromInline
    final class Subscription: @unchecked Sendable {
        @usableFromInline
        let sink: ValuesSink

        @inlinable
        init(_ sink: ValuesSink) {
            self.sink = sink
        }

        deinit {
            sink.endSilently()
        }
    }

    /// The memory that an iterator over batches exchanges for the memory of what waits.
    @usableFromInline
    final class Spare {
        @usableFromInline
        @exclusivity(unchecked)
        var elements = ChunkQueue<Element>()

        @inlinable
        init() {}
    }
}

extension Terminal {
    /// Throws the error that the iteration ends with, if there is one and the iteration may throw it.
    @usableFromInline
    func throwError<Failure: Error>(_ type: Failure.Type) throws(Failure) {
        if case .error(let error) = self, let error = error as? Failure { throw error }
    }
}
