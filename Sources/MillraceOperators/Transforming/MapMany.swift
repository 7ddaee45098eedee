import Millrace

extension ObservableType where Element: Collection {
    /// Emits, for each collection, an array of what `transform` makes of its members.
    ///
    /// ```
    /// source               --[1, 2]----[3]---|
    /// mapMany { $0 * 10 }  --[10, 20]--[30]--|
    /// ```
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with the error that `transform` throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `transform` is called on the thread that the source emits on.
    /// - **Complexity**: one call of `transform` for each member; one array for each element.
    ///
    /// ```swift
    /// let subscription = Observable.of(["ada", "grace"], [])
    ///     .mapMany { $0.uppercased() }
    ///     .subscribe(onNext: { print($0) })
    /// // ["ADA", "GRACE"]
    /// // []
    /// ```
    ///
    /// - Parameter transform: makes a member of the array from a member of the collection.
    @inlinable
    public func mapMany<Result>(
        _ transform: @escaping (Element.Element) throws -> Result
    ) -> Observable<[Result]> {
        map { try $0.map(transform) }
    }

    /// Emits, for each collection, an array of the members for which `isIncluded` is true.
    ///
    /// ```
    /// source                      --[1, 2, 4]--[3]--|
    /// filterMany { $0 % 2 == 0 }  --[2, 4]-----[]---|
    /// ```
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with the error that `isIncluded` throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `isIncluded` is called on the thread that the source emits on.
    /// - **Complexity**: one call of `isIncluded` for each member; one array for each element.
    ///
    /// ```swift
    /// let subscription = Observable.of([1, 2, 4], [3])
    ///     .filterMany { $0 % 2 == 0 }
    ///     .subscribe(onNext: { print($0) })
    /// // [2, 4]
    /// // []
    /// ```
    ///
    /// - Parameter isIncluded: says whether a member of the collection is to be in the array.
    @inlinable
    public func filterMany(
        _ isIncluded: @escaping (Element.Element) throws -> Bool
    ) -> Observable<[Element.Element]> {
        map { try $0.filter(isIncluded) }
    }
}
