extension ObservableType {
    /// Emits the elements of the source, or `default` if the source completes without any.
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let matches = Observable<String>.empty()
    /// let subscription = matches
    ///     .ifEmpty(default: "no match")
    ///     .subscribe(onNext: { print($0) })
    /// // no match
    /// ```
    ///
    /// - Parameter default: the element to emit if the source has none.
    @inlinable
    public func ifEmpty(default: Element) -> Observable<Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Bool, Element, Element>.self)
            sink.state = false
            sink.forward(element)
        }
        let complete: CompletingSink<Bool, Element, Element>.Complete = { sink in
            if sink.state { sink.finish(with: `default`) } else { sink.finish() }
        }
        // The state says whether the source has sent no element so far.
        return Operator(asObservable()) { CompletingSink($0, state: true, receive: receive, complete: complete) }
    }
}
