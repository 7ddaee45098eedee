import Millrace

extension ObservableType {
    /// Emits the property of each element that a key path leads to.
    ///
    /// ```
    /// source          --"to"---"fro"--|
    /// mapAt(\.count)  --2------3------|
    /// ```
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: reads the property on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of("to", "and", "fro")
    ///     .mapAt(\.count)
    ///     .subscribe(onNext: { print($0) })
    /// // 2
    /// // 3
    /// // 3
    /// ```
    ///
    /// - Parameter keyPath: leads from an element to the property.
    @inlinable
    public func mapAt<Result>(_ keyPath: KeyPath<Element, Result>) -> Observable<Result> {
        map { $0[keyPath: keyPath] }
    }
}
