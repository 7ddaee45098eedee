import Millrace

extension ObservableType {
    /// Whether `predicate` is true for all elements.
    ///
    /// ```
    /// source                    --2--4--5--6--|
    /// allSatisfy { $0 is even } --------(false|)
    /// ```
    ///
    /// - **Emits** false at the first element for which `predicate` is false; true if the source completes without such
    ///   an element.
    /// - **Fails** when the source does, or with the error that `predicate` throws.
    /// - **Disposal** disposes the source's subscription, as the deciding element does.
    /// - **Thread**: `predicate` is called on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of(2, 4, 5)
    ///     .allSatisfy { $0.isMultiple(of: 2) }
    ///     .subscribe(onSuccess: { print($0) })
    /// // false
    /// ```
    ///
    /// - Parameter predicate: what to check of each element.
    @inlinable
    public func allSatisfy(_ predicate: @escaping (Element) throws -> Bool) -> Single<Bool> {
        firstVerdict(false, function: "allSatisfy(_:)") { !(try predicate($0)) }
    }
}
