import Millrace

extension ObservableType {
    /// Combines all elements into one result, of which the first element is the beginning.
    ///
    /// ```
    /// source              --1---2---3--|
    /// reduce { $0 + $1 }  -------------(6|)
    /// ```
    ///
    /// - **Emits** the result when the source completes: the only element if there is one only.
    /// - **Completes** without a result if the source was empty.
    /// - **Fails** when the source does, or with the error that `accumulator` throws.
    /// - **Disposal** disposes the source's subscription and releases the result so far.
    /// - **Thread**: `accumulator` is called on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription, which holds one result.
    ///
    /// ```swift
    /// let subscription = Observable.of("a", "b", "c")
    ///     .reduce { $0 + $1 }
    ///     .subscribe(onSuccess: { print($0) }, onCompleted: { print("no element") })
    /// // abc
    /// ```
    ///
    /// - Parameter accumulator: makes the next result from the last result and an element.
    @inlinable
    public func reduce(_ accumulator: @escaping (Element, Element) throws -> Element) -> Maybe<Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Element?, Element, Element>.self)
            guard let previous = sink.loadState() else { return sink.storeState(element) }
            do { sink.storeState(try accumulator(previous, element)) } catch { sink.fail(error) }
        }
        let complete: CompletingSink<Element?, Element, Element>.Complete = { sink in
            if let result = sink.loadState() { sink.finish(with: result) } else { sink.finish() }
        }
        return Maybe(
            raw: Operator(asObservable()) {
                CompletingSink<Element?, Element, Element>($0, state: nil, receive: receive, complete: complete)
            }
        )
    }
}
