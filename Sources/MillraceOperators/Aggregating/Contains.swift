import Millrace

extension ObservableType {
    /// Whether `predicate` is true for one of the elements.
    ///
    /// ```
    /// source                    --1--4--5--|
    /// contains { $0 is even }   -----(true|)
    /// ```
    ///
    /// - **Emits** true at the first such element; false if the source completes without one.
    /// - **Fails** when the source does, or with the error that `predicate` throws.
    /// - **Disposal** disposes the source's subscription, as the deciding element does.
    /// - **Thread**: `predicate` is called on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of("ok", "ok", "failed")
    ///     .contains { $0 != "ok" }
    ///     .subscribe(onSuccess: { print($0) })
    /// // true
    /// ```
    ///
    /// - Parameter predicate: says whether an element is one that is looked for.
    @inlinable
    public func contains(where predicate: @escaping (Element) throws -> Bool) -> Single<Bool> {
        firstVerdict(true, function: "contains(where:)", where: predicate)
    }
}

extension ObservableType where Element: Equatable {
    /// Whether one of the elements equals `element`; otherwise as `contains(where:)`.
    ///
    /// ```swift
    /// let subscription = Observable.of("read", "write")
    ///     .contains("delete")
    ///     .subscribe(onSuccess: { print($0) })
    /// // false
    /// ```
    ///
    /// - Parameter element: what to look for.
    @inlinable
    public func contains(_ element: Element) -> Single<Bool> {
        firstVerdict(true, function: "contains(_:)") { $0 == element }
    }
}
