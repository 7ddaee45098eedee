import Millrace

extension ObservableType {
    /// Counts the elements.
    ///
    /// ```
    /// source   --a--b--c--|
    /// count()  -----------(3|)
    /// ```
    ///
    /// - **Emits** the number when the source completes.
    /// - **Completes** right after the number.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source completes on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of("a", "b", "c")
    ///     .count()
    ///     .subscribe(onNext: { print($0) })
    /// // 3
    /// ```
    @inlinable
    public func count() -> Observable<Int> {
        reduce(0) { count, _ in count + 1 }
    }

    /// Counts the elements for which `predicate` is true.
    ///
    /// - **Emits** the number when the source completes.
    /// - **Completes** right after the number.
    /// - **Fails** when the source does, or with the error that `predicate` throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `predicate` is called on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of(3, 8, 5)
    ///     .count { $0 > 4 }
    ///     .subscribe(onNext: { print($0) })
    /// // 2
    /// ```
    ///
    /// - Parameter predicate: says whether an element counts.
    @inlinable
    public func count(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Int> {
        reduce(0) { count, element in try predicate(element) ? count + 1 : count }
    }
}
