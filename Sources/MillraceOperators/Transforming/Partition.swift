import Millrace

extension ObservableType {
    /// Splits the source in two: the elements for which `predicate` is true, and the others.
    ///
    /// ```
    /// source                     --1---2---3---4--|
    /// partition { $0 % 2 == 0 }
    ///   matches                  ------2-------4--|
    ///   nonMatches               --1-------3------|
    /// ```
    ///
    /// Both share one subscription to the source, as with `share()`: it begins with the first subscriber of either and
    /// ends with the last, or with the source. A subscriber that comes after the source has ended begins another one: with
    /// `Observable.of(1, 2)`, each part has a subscription of its own.
    ///
    /// - **Completes**: both do when the source does.
    /// - **Fails**: both do when the source does, or with the error that `predicate` throws.
    /// - **Disposal** of the last subscription to either disposes the source's subscription.
    /// - **Thread**: `predicate` is called, once for each element of a subscription to the source, on the thread that the
    ///   source emits on.
    /// - **Complexity**: O(1) for each element and subscriber.
    ///
    /// ```swift
    /// let numbers = PublishSubject<Int>()
    /// let (even, odd) = numbers.partition { $0 % 2 == 0 }
    /// let subscriptions = [
    ///     even.subscribe(onNext: { print("\($0) is even") }),
    ///     odd.subscribe(onNext: { print("\($0) is odd") }),
    /// ]
    /// numbers.onNext(1)
    /// numbers.onNext(2)
    /// // 1 is odd
    /// // 2 is even
    /// ```
    ///
    /// - Parameter predicate: says to which of the two an element goes.
    /// - Returns: the elements for which `predicate` is true, and those for which it is false.
    @inlinable
    public func partition(
        _ predicate: @escaping (Element) throws -> Bool
    ) -> (matches: Observable<Element>, nonMatches: Observable<Element>) {
        let judged = map { ($0, try predicate($0)) }.share()
        return (
            matches: judged.compactMap { $0.1 ? $0.0 : nil },
            nonMatches: judged.compactMap { $0.1 ? nil : $0.0 }
        )
    }
}

extension SharedSequence {
    /// Splits the sequence in two; as `ObservableType.partition(_:)`.
    ///
    /// - Parameter predicate: says to which of the two an element goes.
    /// - Returns: the elements for which `predicate` is true, and those for which it is false.
    @inlinable
    public func partition(
        _ predicate: @escaping (Element) -> Bool
    ) -> (
        matches: SharedSequence<SharingStrategy, Element>, nonMatches: SharedSequence<SharingStrategy, Element>
    ) {
        let judged = map { ($0, predicate($0)) }
        return (
            matches: judged.compactMap { $0.1 ? $0.0 : nil },
            nonMatches: judged.compactMap { $0.1 ? nil : $0.0 }
        )
    }
}
