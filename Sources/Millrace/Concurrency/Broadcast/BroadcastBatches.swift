extension BroadcastValues {
    /// The elements in slices of what has come: each slice has at least one element, and at most 256.
    ///
    /// Reading a slice takes the lock twice, however many elements there are. So a consumer that falls behind catches
    /// up faster than one that reads element by element. `onSkip` is called before the slice that follows the missed
    /// elements.
    ///
    /// - **Complexity**: O(elements) and one allocation for each slice.
    ///
    /// ```swift
    /// let feed = Broadcast<Int>(capacity: 16)
    /// var batches = feed.values.batches.makeAsyncIterator()
    /// for number in 1...4 { feed.send(number) }
    /// feed.finish()
    /// while let batch = try await batches.next() { print(batch) }
    /// // [1, 2, 3, 4]
    /// ```
    public var batches: Batches { Batches(self) }

    /// The elements of a `Broadcast` in slices, as `BroadcastValues.batches` gives them.
    public struct Batches: AsyncSequence {
        private let values: BroadcastValues<Element>

        init(_ values: BroadcastValues<Element>) {
            self.values = values
        }

        /// Makes a consumer, as `BroadcastValues.makeAsyncIterator()` does.
        public func makeAsyncIterator() -> Iterator {
            Iterator(consumer: values.makeAsyncIterator().consumer)
        }

        /// A consumer of a broadcast, which takes slices. One task at a time may use it.
        public struct Iterator: AsyncIteratorProtocol {
            @usableFromInline
            let consumer: BroadcastConsumer<BroadcastValues.Element>

            init(consumer: BroadcastConsumer<BroadcastValues.Element>) {
                self.consumer = consumer
            }

            /// The next elements; `nil` after the last one.
            @inlinable
            public mutating func next() async throws -> ArraySlice<BroadcastValues.Element>? {
                try await consumer.nextBatch(isolation: nil)
            }

            /// The next elements; `nil` after the last one. Does not leave the actor that asks for them.
            @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
            @inlinable
            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async throws(any Error) -> ArraySlice<BroadcastValues.Element>? {
                try await consumer.nextBatch(isolation: actor)
            }
        }
    }
}

extension BroadcastValues.Batches: Sendable where BroadcastValues.Element: Sendable {}

@available(*, unavailable)
extension BroadcastValues.Batches.Iterator: Sendable {}
