import Millrace

extension ObservableType {
    /// Emits each element together with the element before it.
    ///
    /// ```
    /// source      --a---b-----c---|
    /// pairwise()  ------ab----bc--|
    /// ```
    ///
    /// - **Emits** a pair for each element but the first.
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription and releases the last element.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription, which holds one element.
    ///
    /// ```swift
    /// let subscription = Observable.of(100, 104, 101)
    ///     .pairwise()
    ///     .subscribe(onNext: { print($1 - $0) })
    /// // 4
    /// // -3
    /// ```
    @inlinable
    public func pairwise() -> Observable<(Element, Element)> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Element?, Element, (Element, Element)>.self)
            // Stored before the pair goes out: an observer may make the source emit. `swap` leaves alone what says that
            // there is an element.
            var previous = element
            let isFirst = sink.withState { state in
                if state == nil {
                    var first: Element? = element
                    swap(&state, &first)
                    return true
                }
                swap(&state!, &previous)
                return false
            }
            if isFirst { return }
            sink.forward((previous, element))
        }
        return Operator(asObservable()) {
            StatefulSink<Element?, Element, (Element, Element)>($0, state: nil, receive: receive)
        }
    }
}
