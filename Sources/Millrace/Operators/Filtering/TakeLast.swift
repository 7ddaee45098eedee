extension ObservableType {
    /// Emits the last `count` elements of the source when the source completes.
    ///
    /// - **Completes** when the source does, after emitting these elements.
    /// - **Fails** when the source does, without emitting any element.
    /// - **Disposal** disposes the source's subscription. An emission of the last elements that is under way stops
    ///   between two elements.
    /// - **Thread**: emits on the thread that the source completes on.
    /// - **Complexity**: O(1) for each element; memory for `count` elements, which is allocated as elements come.
    ///
    /// ```swift
    /// let log = Observable.of("connect", "send", "retry", "close")
    /// let subscription = log
    ///     .takeLast(2)
    ///     .subscribe(onNext: { print($0) })
    /// // retry
    /// // close
    /// ```
    ///
    /// - Parameter count: how many elements to emit at most, at least 0.
    @inlinable
    public func takeLast(_ count: Int) -> Observable<Element> {
        require(count >= 0, "takeLast(_:): count is \(count); it must not be negative")
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: TakeLastSink<Element>.self)
            if count == 0 { return }
            // Swapped out, so that the former element's `deinit` runs when the ring is in order and the lock is not
            // held.
            var exchanged = element
            sink.withState { ring in
                if ring.count < count {
                    ring.append(exchanged)
                } else {
                    let index = sink.oldest
                    sink.oldest = index &+ 1 == count ? 0 : index &+ 1
                    swap(&ring[index], &exchanged)
                }
            }
            releaseValue(exchanged)
        }
        let flush: (TakeLastSink<Element>) -> Void = { sink in
            var ring: ContiguousArray<Element> = []
            let oldest = sink.withState {
                swap(&$0, &ring)
                let oldest = sink.oldest
                sink.oldest = 0
                return oldest
            }
            for index in ring[oldest...].indices where !sink.isDisposed { sink.downstream.next(ring[index]) }
            for index in ring[..<oldest].indices where !sink.isDisposed { sink.downstream.next(ring[index]) }
        }
        return Operator(asObservable()) { TakeLastSink($0, receive: receive, flush: flush) }
    }
}

/// Keeps the latest elements in a ring buffer, `state`, which begins at `oldest` once it is full. Both change under the
/// lock.
@usableFromInline
final class TakeLastSink<Element>: StatefulSink<ContiguousArray<Element>, Element, Element>, @unchecked Sendable {
    @usableFromInline
    @exclusivity(unchecked)
    var oldest = 0

    // A closure, because it handles each element; see `Sink`.
    @usableFromInline
    let flush: (TakeLastSink<Element>) -> Void

    @inlinable
    init(
        _ downstream: Sink<Element>,
        receive: @escaping Receive,
        flush: @escaping (TakeLastSink<Element>) -> Void
    ) {
        self.flush = flush
        super.init(downstream, state: [], receive: receive)
    }

    @usableFromInline
    override func completed() {
        guard lifecycle.stop() else { return }
        flush(self)
        if !isDisposed { downstream.completed() }
    }
}
