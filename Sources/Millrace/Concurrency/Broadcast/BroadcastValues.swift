/// The elements of a `Broadcast`, for tasks to iterate over: `Broadcast.values(onLag:onSkip:)`.
public struct BroadcastValues<Element>: AsyncSequence {
    private let core: BroadcastCore<Element>
    private let lag: LagStrategy
    private let onSkip: (@Sendable (Int) -> Void)?

    init(_ core: BroadcastCore<Element>, _ lag: LagStrategy, _ onSkip: (@Sendable (Int) -> Void)?) {
        self.core = core
        self.lag = lag
        self.onSkip = onSkip
    }

    /// Makes a consumer: from now on, it has a cursor in the broadcast, until the iteration has ended or the iterator
    /// is released.
    public func makeAsyncIterator() -> Iterator {
        Iterator(consumer: BroadcastConsumer(core, lag, onSkip))
    }

    /// A consumer of a broadcast. One task at a time may use it.
    public struct Iterator: AsyncIteratorProtocol {
        @usableFromInline
        let consumer: BroadcastConsumer<Element>

        init(consumer: BroadcastConsumer<Element>) {
            self.consumer = consumer
        }

        /// The next element; `nil` after the last one.
        @inlinable
        public mutating func next() async throws -> Element? {
            try await consumer.next(isolation: nil)
        }

        /// The next element; `nil` after the last one. Does not leave the actor that asks for it.
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> Element? {
            try await consumer.next(isolation: actor)
        }
    }
}

extension BroadcastValues: Sendable where Element: Sendable {}

@available(*, unavailable)
extension BroadcastValues.Iterator: Sendable {}
