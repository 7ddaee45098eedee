extension ObservableType {
    /// Emits what `transform` makes of each element, and leaves out the elements for which that is `nil`.
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with the error that `transform` throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `transform` is called on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let inputs = Observable.of("3", "three", "5")
    /// let subscription = inputs
    ///     .compactMap { Int($0) }
    ///     .subscribe(onNext: { print($0) })
    /// // 3
    /// // 5
    /// ```
    ///
    /// - Parameter transform: makes of an element what is emitted instead, or `nil` if nothing is to be emitted.
    @inlinable
    public func compactMap<Result>(
        _ transform: @escaping (Element) throws -> Result?
    ) -> Observable<Result> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: OperatorSink<Element, Result>.self)
            do { if let result = try transform(element) { sink.forward(result) } } catch { sink.fail(error) }
        }
        return Operator(asObservable()) { OperatorSink<Element, Result>($0, plain: true, receive: receive) }
    }
}
