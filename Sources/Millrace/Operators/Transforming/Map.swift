extension ObservableType {
    /// Emits what `transform` makes of each element.
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with the error that `transform` throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `transform` is called on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of(1, 2, 3)
    ///     .map { $0 * 10 }
    ///     .subscribe(onNext: { print($0) })
    /// // 10
    /// // 20
    /// // 30
    /// ```
    ///
    /// - Parameter transform: makes of an element what is emitted instead.
    @inlinable
    public func map<Result>(
        _ transform: @escaping (Element) throws -> Result
    ) -> Observable<Result> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: OperatorSink<Element, Result>.self)
            do { sink.forward(try transform(element)) } catch { sink.fail(error) }
        }
        return Operator(asObservable()) { OperatorSink<Element, Result>($0, plain: true, receive: receive) }
    }
}
