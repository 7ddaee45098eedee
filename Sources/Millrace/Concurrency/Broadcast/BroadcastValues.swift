extension Broadcast {
    /// The elements of this broadcast, for tasks to iterate over, with the strategy `.suspend`; otherwise as
    /// `values(onLag:onSkip:)`. Unlike the `values` of other sources, it keeps no elements beyond the broadcast's room.
    public var values: BroadcastValues<Element> { values(onLag: .suspend) }

    /// The elements of this broadcast, for tasks to iterate over. Each iterator is a consumer of its own.
    ///
    /// - **Emits**, to each iterator, the last elements from before `makeAsyncIterator()` that are to be replayed, and
    ///   all elements that are sent after it, except those that are skipped. A `for await` loop calls that method when
    ///   it begins; until then, nothing is kept for the loop.
    /// - **Completes** when the broadcast has been finished and every element has been read.
    /// - **Fails** with the error of `finish(throwing:)`, after the elements; with a `LagError`, if the strategy is
    ///   `.fail` and elements that have not been read have lost their places to later ones; and with
    ///   `CancellationError` if the iterating task is cancelled, even if there are elements to read.
    /// - **Disposal**: the consumer leaves the broadcast when the iteration has ended or its iterator is released, as
    ///   after a `break`. If the task is cancelled while it waits for an element, the consumer leaves on the thread that
    ///   cancels; otherwise, as soon as the task asks for an element. Senders which that consumer has held back go on.
    /// - **Thread**: the iteration goes on where its task runs. Only one task at a time may use an iterator.
    /// - **Complexity**: O(1) for each element, and no memory beyond the broadcast's. `batches` reads many elements in
    ///   one step.
    ///
    /// ```swift
    /// let feed = Broadcast<Int>(capacity: 2)
    /// var latest = feed.values(onLag: .skip, onSkip: { print("missed \($0)") }).makeAsyncIterator()
    /// for number in 1...5 { feed.send(number) }
    /// feed.finish()
    /// while let number = try await latest.next() { print(number) }
    /// // missed 3
    /// // 4
    /// // 5
    /// ```
    ///
    /// - Parameters:
    ///   - lag: what happens if an iteration is so slow that the ring has no more room.
    ///   - onSkip: called with the number of elements that this consumer has missed, before it gets the next element,
    ///     in the iterating task. The numbers add up to all elements that were sent and not received.
    public func values(
        onLag lag: LagStrategy,
        onSkip: (@Sendable (Int) -> Void)? = nil
    ) -> BroadcastValues<Element> {
        BroadcastValues(core, lag, onSkip)
    }
}

/// The elements of a `Broadcast`, for tasks to iterate over, as `Broadcast.values(onLag:onSkip:)` gives them.
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
