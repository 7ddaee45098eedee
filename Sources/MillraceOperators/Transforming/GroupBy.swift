import Millrace

extension ObservableType {
    /// Splits the source into groups: one source for each key, which emits what `elementSelector` makes of the elements
    /// with that key.
    ///
    /// ```
    /// source                     --a1---b2---a3--|
    /// groupBy key letter, element number
    ///   result                   --a----b--------|
    ///   a                        --1---------3---|
    ///   b                        -------2--------|
    /// ```
    ///
    /// - **Emits** a `GroupedObservable` for each key, when the first element with that key comes; as
    ///   `groupBy(keySelector:)`.
    /// - **Completes** when the source does, after the groups.
    /// - **Fails** when the source does, or with the error that `keySelector` or `elementSelector` throws, after the groups.
    /// - **Disposal** means that no further group is emitted. The source's subscription is disposed as soon as the
    ///   subscriptions to all groups have ended, too.
    /// - **Thread**: both closures are called, once for each element, on the thread that the source emits on.
    /// - **Complexity**: one look-up of a key for each element; the memory of a subject for each key. The number of keys has
    ///   no bound of its own.
    ///
    /// ```swift
    /// let scores = Observable.of("red 2", "blue 1", "red 3")
    /// let subscription = scores
    ///     .groupBy { $0.split(separator: " ")[0] } elementSelector: { Int($0.split(separator: " ")[1])! }
    ///     .flatMap { team in team.scan(0) { $0 + $1 }.map { "\(team.key): \($0)" } }
    ///     .subscribe(onNext: { print($0) })
    /// // red: 2
    /// // blue: 1
    /// // red: 5
    /// ```
    ///
    /// - Parameters:
    ///   - keySelector: makes the key of an element, which says what group the element belongs to.
    ///   - elementSelector: makes what the group emits for an element.
    @inlinable
    public func groupBy<Key: Hashable, Result>(
        keySelector: @escaping (Element) throws -> Key,
        elementSelector: @escaping (Element) throws -> Result
    ) -> Observable<GroupedObservable<Key, Result>> {
        map { (key: try keySelector($0), result: try elementSelector($0)) }
            .groupBy { $0.key }
            .map { group in GroupedObservable(key: group.key, source: group.map { $0.result }) }
    }
}
