import Millrace

extension ObservableType {
    /// Collects all elements in an array, and sorts it.
    ///
    /// ```
    /// source               --3--1--2--|
    /// toSortedArray(by: <) -----------([1, 2, 3]|)
    /// ```
    ///
    /// - **Emits** the array when the source completes.
    /// - **Fails** when the source does, or with the error that `by` throws.
    /// - **Disposal** disposes the source's subscription, and drops what was collected.
    /// - **Thread**: sorts and emits on the thread that the source completes on.
    /// - **Complexity**: amortized O(1) for each element, O(n log n) at the end; the memory of all of them, which `take`
    ///   on the source bounds.
    ///
    /// ```swift
    /// let subscription = Observable.of("three", "one", "seventeen")
    ///     .toSortedArray(by: { $0.count < $1.count })
    ///     .subscribe(onSuccess: { print($0) })
    /// // ["one", "three", "seventeen"]
    /// ```
    ///
    /// - Parameter by: whether its first argument has to stand before its second.
    @inlinable
    public func toSortedArray(by: @escaping (Element, Element) throws -> Bool) -> Single<[Element]> {
        toArray().map { try $0.sorted(by: by) }
    }
}

extension ObservableType where Element: Comparable {
    /// Collects all elements in an array, and sorts it; otherwise as `toSortedArray(by:)`.
    ///
    /// ```swift
    /// let subscription = Observable.of(3, 1, 2)
    ///     .toSortedArray(ascending: false)
    ///     .subscribe(onSuccess: { print($0) })
    /// // [3, 2, 1]
    /// ```
    ///
    /// - Parameter ascending: whether the least element comes first; otherwise the greatest does.
    @inlinable
    public func toSortedArray(ascending: Bool = true) -> Single<[Element]> {
        toSortedArray(by: { ascending ? $0 < $1 : $1 < $0 })
    }
}
