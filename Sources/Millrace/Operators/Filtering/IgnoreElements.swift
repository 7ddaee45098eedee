extension ObservableType {
    /// Emits no elements, only the source's terminal event.
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let savedFiles = Observable.of("a.txt", "b.txt")
    /// let subscription = savedFiles
    ///     .ignoreElements()
    ///     .subscribe(onCompleted: { print("all files are saved") })
    /// // all files are saved
    /// ```
    @inlinable
    public func ignoreElements() -> Observable<Never> {
        Operator(asObservable()) { OperatorSink<Element, Never>($0, plain: true) { _, _ in } }
    }
}
