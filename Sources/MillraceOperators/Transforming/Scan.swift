import Millrace

extension ObservableType {
    /// Combines each element with the result so far, and emits the new result; the first element is the first result.
    ///
    /// ```
    /// source           --1---2---3--|
    /// scan { $0 + $1 } --1---3---6--|
    /// ```
    ///
    /// - **Emits** the first element as it is, and a result for each later element.
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with the error that `accumulator` throws.
    /// - **Disposal** disposes the source's subscription and releases the result.
    /// - **Thread**: `accumulator` is called on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription, which holds one result.
    ///
    /// ```swift
    /// let subscription = Observable.of(3, 8, 5)
    ///     .scan { max($0, $1) }
    ///     .subscribe(onNext: { print($0) })
    /// // 3
    /// // 8
    /// // 8
    /// ```
    ///
    /// - Parameter accumulator: makes the next result from the last result and an element.
    @inlinable
    public func scan(_ accumulator: @escaping (Element, Element) throws -> Element) -> Observable<Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Element?, Element, Element>.self)
            do {
                var result = element
                if let previous = sink.loadState() { result = try accumulator(previous, element) }
                // Stored before the result goes out: an observer may make the source emit.
                sink.storeState(result)
                sink.forward(result)
            } catch {
                sink.fail(error)
            }
        }
        return Operator(asObservable()) {
            StatefulSink<Element?, Element, Element>($0, state: nil, receive: receive)
        }
    }
}
