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
            let sink = sink.downcast(to: StatefulSink<LastElements<Element>, Element, Element>.self)
            if count == 0 { return }
            // Swapped out, so that the former element's `deinit` runs when the ring is in order and the lock is not
            // held.
            var exchanged = element
            sink.withState { last in
                if last.ring.count < count {
                    last.ring.append(exchanged)
                } else {
                    let index = last.oldest
                    last.oldest = index &+ 1 == count ? 0 : index &+ 1
                    swap(&last.ring[index], &exchanged)
                }
            }
            releaseValue(exchanged)
        }
        let complete: CompletingSink<LastElements<Element>, Element, Element>.Complete = { sink in
            guard sink.lifecycle.stop() else { return }
            let last = sink.exchangeState(for: LastElements())
            for index in last.ring[last.oldest...].indices where !sink.isDisposed {
                sink.downstream.next(last.ring[index])
            }
            for index in last.ring[..<last.oldest].indices where !sink.isDisposed {
                sink.downstream.next(last.ring[index])
            }
            if !sink.isDisposed { sink.downstream.completed() }
        }
        return Operator(asObservable()) {
            CompletingSink($0, state: LastElements(), receive: receive, complete: complete)
        }
    }
}

/// The last elements, in a ring.
@usableFromInline
struct LastElements<Element> {
    @usableFromInline
    var ring: ContiguousArray<Element> = []

    /// Where the oldest element is.
    @usableFromInline
    var oldest = 0

    @inlinable
    init() {}
}
