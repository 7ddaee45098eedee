import Millrace

extension ObservableType {
    /// Leaves out the last `count` elements of the source.
    ///
    /// ```
    /// source       --a--b--c--d--|
    /// skipLast(2)  --------a--b--|
    /// ```
    ///
    /// - **Emits** each element when the element `count` places after it comes.
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription and releases the elements that wait.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; memory for `count` elements, which is allocated as elements come.
    ///
    /// ```swift
    /// let subscription = Observable.of("body 1", "body 2", "footer")
    ///     .skipLast(1)
    ///     .subscribe(onNext: { print($0) })
    /// // body 1
    /// // body 2
    /// ```
    ///
    /// - Parameter count: how many elements to leave out, at least 0.
    @inlinable
    public func skipLast(_ count: Int) -> Observable<Element> {
        require(count >= 0, "skipLast(_:): count is \(count); it must not be negative")
        if count == 0 { return asObservable() }
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Fifo<Element>, Element, Element>.self)
            let due = sink.withState { waiting in
                waiting.append(element)
                return waiting.count > count ? waiting.popFirst() : nil
            }
            if let due { sink.forward(due) }
        }
        return Operator(asObservable()) {
            StatefulSink<Fifo<Element>, Element, Element>($0, state: Fifo(), receive: receive)
        }
    }
}
