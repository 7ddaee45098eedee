import Millrace

extension ObservableType {
    /// Fails if the source completes without an element.
    ///
    /// ```
    /// source          -----|
    /// throwIfEmpty()  -----#
    /// ```
    ///
    /// - **Emits** every element of the source.
    /// - **Completes** when the source does, if it has emitted.
    /// - **Fails** with `error` if the source completes without an element, or when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: makes the error on the thread that the source completes on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let matches = Observable<String>.empty()
    /// let subscription = matches
    ///     .throwIfEmpty()
    ///     .subscribe(onError: { print($0) })
    /// // Sequence doesn't contain any elements.
    /// ```
    ///
    /// - Parameter error: the error, which is made when it is needed.
    @inlinable
    public func throwIfEmpty(
        _ error: @escaping @autoclosure () -> Swift.Error = RxError.noElements
    ) -> Observable<Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Bool, Element, Element>.self)
            sink.storeState(false)
            sink.forward(element)
        }
        let complete: CompletingSink<Bool, Element, Element>.Complete = { sink in
            if sink.loadState() { sink.fail(error()) } else { sink.finish() }
        }
        // The state says whether the source has sent no element so far.
        return Operator(asObservable()) {
            CompletingSink<Bool, Element, Element>($0, state: true, receive: receive, complete: complete)
        }
    }
}
