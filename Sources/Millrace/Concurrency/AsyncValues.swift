/// The elements of a source, for a task to iterate over, with a bound on how many of them wait: what
/// `values(capacity:overflow:onDrop:)` returns.
///
/// The subscription ends when neither the sequence, nor `batches`, nor an iterator of one of them is held any more.
public struct AsyncValues<Element, Failure: Error>: AsyncSequence {
    @usableFromInline
    let subscription: ValuesSubscription<Element>

    @inlinable
    init(_ sink: ValuesSink<Element>) {
        subscription = ValuesSubscription(sink)
    }

    @inlinable
    public func makeAsyncIterator() -> Iterator {
        Iterator(subscription)
    }

    public struct Iterator: AsyncIteratorProtocol {
        @usableFromInline
        let subscription: ValuesSubscription<Element>

        @inlinable
        init(_ subscription: ValuesSubscription<Element>) {
            self.subscription = subscription
        }

        @inlinable
        public mutating func next() async throws(Failure) -> Element? {
            try await next(isolation: nil)
        }

        @inlinable
        @inline(__always)
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
            let sink = subscription.sink
            while true {
                if Task.isCancelled { sink.cancel() }
                if let element = sink.take() { return element }
                if let ending = sink.takeEnding() {
                    try ending.throwError(Failure.self)
                    return nil
                }
                await sink.wait(isolation: actor)
            }
        }
    }
}

extension AsyncValues: @unchecked Sendable where Element: Sendable {}

extension AsyncValues {
    public var batches: Batches {
        @inlinable
        get { Batches(subscription) }
    }

    public struct Batches: AsyncSequence {
        public typealias Element = ArraySlice<AsyncValues.Element>

        @usableFromInline
        let subscription: ValuesSubscription<AsyncValues.Element>

        @inlinable
        init(_ subscription: ValuesSubscription<AsyncValues.Element>) {
            self.subscription = subscription
        }

        @inlinable
        public func makeAsyncIterator() -> Iterator {
            Iterator(subscription)
        }

        public struct Iterator: AsyncIteratorProtocol {
            @usableFromInline
            let subscription: ValuesSubscription<AsyncValues.Element>

            // The queue's other half: it takes the next elements while these ones are handed out.
            @usableFromInline
            let spare = SpareRing<AsyncValues.Element>()

            @inlinable
            init(_ subscription: ValuesSubscription<AsyncValues.Element>) {
                self.subscription = subscription
                }

            @inlinable
            public mutating func next() async throws(Failure) -> ArraySlice<AsyncValues.Element>? {
                try await next(isolation: nil)
            }

            @inlinable
            @inline(__always)
            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async throws(Failure) -> ArraySlice<AsyncValues.Element>? {
                let sink = subscription.sink
                while true {
                    if Task.isCancelled { sink.cancel() }
                    if sink.takeAll(leaving: &spare.ring) { return spare.ring.removeAll()[...] }
                    if let ending = sink.takeEnding() {
                        try ending.throwError(Failure.self)
                        return nil
                    }
                    await sink.wait(isolation: actor)
                }
            }
        }
    }
}

extension AsyncValues.Batches: @unchecked Sendable where AsyncValues.Element: Sendable {}

/// What the sequences and iterators of one subscription share. The subscription ends with the last of them.
@usableFromInline
final class ValuesSubscription<Element>: @unchecked Sendable {
    @usableFromInline
    let sink: ValuesSink<Element>

    @inlinable
    init(_ sink: ValuesSink<Element>) {
        self.sink = sink
    }

    deinit {
        sink.abandon()
    }
}

@usableFromInline
final class SpareRing<Element> {
    @usableFromInline
    @exclusivity(unchecked)
    var ring = Ring<Element>()

    @inlinable
    init() {}

    deinit {
        ring.destroy()
    }
}

extension Terminal {
    /// Throws the error that the iteration ends with, if there is one and the iteration may throw it.
    @usableFromInline
    func throwError<Failure: Error>(_ type: Failure.Type) throws(Failure) {
        if case .error(let error) = self, let error = error as? Failure { throw error }
    }
}
