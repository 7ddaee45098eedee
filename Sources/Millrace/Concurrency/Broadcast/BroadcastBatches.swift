extension BroadcastValues {
    /// The elements in slices of what has come: each slice has at least one element.
    public var batches: Batches { Batches(self) }

    /// The elements of a `Broadcast` in slices: `BroadcastValues.batches`.
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
