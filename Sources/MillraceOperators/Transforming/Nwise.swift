import Millrace

extension ObservableType {
    /// Emits each element together with the `n` - 1 elements before it, as an array.
    ///
    /// ```
    /// source    --a---b---c-----d-----|
    /// nwise(3)  ----------abc---bcd---|
    /// ```
    ///
    /// - **Emits** an array of exactly `n` elements, oldest first, for each element but the first `n` - 1.
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription and releases the last elements.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(`n`) for each element; each subscription holds `n` elements.
    ///
    /// ```swift
    /// let subscription = Observable.of(3, 6, 9, 3)
    ///     .nwise(3)
    ///     .subscribe(onNext: { print($0.reduce(0, +) / 3) })
    /// // 6
    /// // 6
    /// ```
    ///
    /// - Parameter n: how many elements an array has, at least 2.
    @inlinable
    public func nwise(_ n: Int) -> Observable<[Element]> {
        require(n > 1, "nwise(_:): n is \(n); it must be greater than 1")
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<[Element], Element, [Element]>.self)
            // Taken out, so that the array is not copied before it is changed.
            var latest = sink.exchangeState(for: [])
            let oldest = latest.count == n ? latest.removeFirst() : nil
            latest.append(element)
            // Stored before the array goes out: an observer may make the source emit.
            sink.storeState(latest)
            if latest.count == n { sink.forward(latest) }
            releaseValue(oldest)
        }
        return Operator(asObservable()) {
            StatefulSink<[Element], Element, [Element]>($0, state: [], receive: receive)
        }
    }
}
