import Millrace

extension ObservableType {
    /// Emits only the element at the position `index`, counted from 0, or `default` if the source completes without
    /// such an element.
    ///
    /// ```
    /// source                        --a--|
    /// element(at: 2, default: "x")  -----(x|)
    /// ```
    ///
    /// - **Completes** right after that element.
    /// - **Fails** when the source does before the element comes.
    /// - **Disposal** disposes the source's subscription, as completing does.
    /// - **Thread**: emits on the thread that the source emits or completes on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let arguments = Observable.of("copy", "notes.txt")
    /// let subscription = arguments
    ///     .element(at: 2, default: "stdout")
    ///     .subscribe(onNext: { print($0) })
    /// // stdout
    /// ```
    ///
    /// - Parameters:
    ///   - index: the position of the element, at least 0.
    ///   - default: the element to emit if the source has too few.
    @inlinable
    public func element(at index: Int, default: Element) -> Observable<Element> {
        require(index >= 0, "element(at:default:): index is \(index); it must not be negative")
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Int, Element, Element>.self)
            let remaining = sink.loadState()
            sink.storeState(remaining &- 1)
            if remaining == 0 { sink.finish(with: element) }
        }
        let complete: CompletingSink<Int, Element, Element>.Complete = { sink in sink.finish(with: `default`) }
        return Operator(asObservable()) {
            CompletingSink<Int, Element, Element>($0, state: index, receive: receive, complete: complete)
        }
    }
}
