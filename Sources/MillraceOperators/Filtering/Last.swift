import Millrace

extension ObservableType {
    /// Emits the last element of the source when the source completes.
    ///
    /// ```
    /// source  --a--b--c--|
    /// last()  -----------(c|)
    /// ```
    ///
    /// - **Completes** when the source does; without an element if the source has none.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription and releases the element that is kept.
    /// - **Thread**: emits on the thread that the source completes on.
    /// - **Complexity**: O(1) for each element; memory for one element.
    ///
    /// ```swift
    /// let log = Observable.of("connect", "send", "close")
    /// let subscription = log.last().subscribe(onSuccess: { print($0) })
    /// // close
    /// ```
    @inlinable
    public func last() -> Maybe<Element> {
        takeLast(1).asMaybe()
    }

    /// Emits the last element for which `predicate` is true when the source completes.
    ///
    /// ```
    /// source                   --3--4--1--|
    /// last(where: { $0 > 2 })  -----------(4|)
    /// ```
    ///
    /// - **Completes** when the source does; without an element if `predicate` was never true.
    /// - **Fails** when the source does, or with the error that `predicate` throws.
    /// - **Disposal** disposes the source's subscription and releases the element that is kept.
    /// - **Thread**: `predicate` is called on the thread that the source emits on. The element comes on the thread that
    ///   the source completes on.
    /// - **Complexity**: O(1) for each element; memory for one element.
    ///
    /// ```swift
    /// let log = Observable.of("INFO start", "WARN disk", "WARN memory", "INFO stop")
    /// let subscription = log
    ///     .last(where: { $0.hasPrefix("WARN") })
    ///     .subscribe(onNext: { print($0) })
    /// // WARN memory
    /// ```
    ///
    /// - Parameter predicate: says whether an element may be the one looked for.
    @inlinable
    public func last(where predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
        filter(predicate).takeLast(1)
    }
}
