extension ObservableType {
    /// Emits no element, only how the source ends.
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    @inlinable
    public func ignoreElements() -> Observable<Never> {
        Operator(asObservable()) { OperatorSink<Element, Never>($0, plain: true) { _, _ in } }
    }
}
