extension ObservableConvertibleType {
    /// The elements of this source, for a task to iterate over.
    ///
    /// Each read of the property subscribes at once, even if no iteration has begun. Only one task at a time may
    /// iterate over the stream.
    ///
    /// - **Emits** every element that the source emits after the property has been read, in order.
    /// - **Completes** when the source does, after the buffered elements.
    /// - **Fails** by throwing the source's error, and with `CancellationError` if the iterating task is cancelled
    ///   before the source has ended; both after the buffered elements.
    /// - **Disposal**: cancelling the iterating task ends the subscription: on the thread that cancels if the task is
    ///   waiting for an element, otherwise as soon as the task asks for one. The subscription also ends when neither
    ///   the stream nor an iterator of it is held any more, as after `break` in a loop over `source.values`. A stream
    ///   that is kept in a variable stays subscribed after a `break`.
    /// - **Thread**: subscribes on the thread that reads the property. The source may emit on any; the iteration goes
    ///   on where its task runs.
    /// - **Complexity**: O(1) for each element. Memory for all elements that have come and have not been iterated over:
    ///   the buffer has no bound. If a source emits without end inside of its `subscribe`, the property never returns.
    ///
    /// ```swift
    /// let prices = Observable.of(5, 7, 6)
    /// for try await price in prices.values {
    ///     print(price)
    /// }
    /// // 5
    /// // 7
    /// // 6
    /// ```
    public var values: AsyncThrowingStream<Element, any Error> {
        AsyncThrowingStream(bufferingPolicy: .unbounded) { continuation in
            let sink = StreamSink<Element>(
                yield: { element in
                    nonisolated(unsafe) let element = element
                    continuation.yield(element)
                },
                end: { continuation.finish(throwing: $0) }
            )
            // Set before the source can end, so that the end of the stream releases this closure, which holds the sink.
            continuation.onTermination = {
                guard case .cancelled = $0 else { return }
                sink.dispose()
                // The stream calls this closure before it ends itself without an error, and only the first end counts.
                continuation.finish(throwing: CancellationError())
            }
            asObservable().subscribe(sink: sink)
        }
    }
}

extension InfallibleType {
    /// The elements of this sequence, for a task to iterate over, as `values` of an observable but without errors.
    ///
    /// - **Emits** every element that comes after the property has been read, in order.
    /// - **Completes** when the sequence does, after the buffered elements; and when the iterating task is cancelled.
    ///   An error that breaks the promise goes to `Hooks.defaultErrorHandler` and ends the stream.
    /// - **Disposal**: the subscription ends when the task that iterates is cancelled, and when neither the stream nor
    ///   an iterator of it is held any more.
    /// - **Thread**: subscribes on the thread that reads the property.
    /// - **Complexity**: O(1) for each element. Memory for all elements that have come and have not been iterated over:
    ///   the buffer has no bound.
    ///
    /// ```swift
    /// let prices = Infallible.of(5, 7, 6)
    /// for await price in prices.values {
    ///     print(price)
    /// }
    /// // 5
    /// // 7
    /// // 6
    /// ```
    public var values: AsyncStream<Element> {
        AsyncStream(bufferingPolicy: .unbounded) { continuation in
            let sink = StreamSink<Element>(
                yield: { element in
                    nonisolated(unsafe) let element = element
                    continuation.yield(element)
                },
                end: { error in
                    if let error { Hooks.defaultErrorHandler([], error) }
                    continuation.finish()
                }
            )
            continuation.onTermination = { if case .cancelled = $0 { sink.dispose() } }
            asObservable().subscribe(sink: sink)
        }
    }
}

extension SharedSequence {
    /// The elements of this sequence, for a task to iterate over, as `values` of an `Infallible`.
    ///
    /// The property is read on the main actor, since a shared sequence is subscribed to on the main thread.
    ///
    /// ```swift
    /// @MainActor
    /// func show(_ prices: Driver<Int>) async {
    ///     for await price in prices.values { print(price) }
    /// }
    /// await show(.of(5, 7))
    /// // 5
    /// // 7
    /// ```
    @MainActor
    public var values: AsyncStream<Element> {
        asInfallible().values
    }
}

/// The end of a chain that feeds an asynchronous stream.
///
/// An emission, the source's end, and a disposal by the stream's `onTermination` may run at the same time. The stream
/// puts them in order: it takes one end and drops what comes after it.
final class StreamSink<Element>: Sink<Element>, @unchecked Sendable {
    private let end: (Swift.Error?) -> Void

    /// - Parameters:
    ///   - yield: puts an element into the stream.
    ///   - end: ends the stream, with the error if there is one.
    init(yield: @escaping (Element) -> Void, end: @escaping (Swift.Error?) -> Void) {
        self.end = end
        super.init { sink, element in if sink.isOpen { yield(element) } }
    }

    override var nameOfEnd: String { "values" }

    // Disposes first, so that the subscription is gone when the iteration ends.
    override func error(_ error: Swift.Error) {
        dispose()
        end(error)
    }

    override func completed() {
        dispose()
        end(nil)
    }
}
