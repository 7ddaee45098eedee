extension SharedSequenceConvertibleType {
    /// Emits the elements for which `predicate` is true; as `ObservableType.filter(_:)`.
    @inlinable
    public func filter(
        _ predicate: @escaping (Element) -> Bool
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(stage: asObservable().filter(predicate))
    }

    /// Leaves out the first elements; as `ObservableType.skip(_:)`.
    ///
    /// - Parameter count: how many; none if it is not positive.
    @inlinable
    public func skip(_ count: Int) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(stage: asObservable().skip(count))
    }

    /// Emits the elements whose key differs from that of the one emitted before; as
    /// `ObservableType.distinctUntilChanged(_:)`.
    ///
    /// - Parameter keySelector: what to compare of an element; called once for each.
    @inlinable
    public func distinctUntilChanged<Key: Equatable>(
        _ keySelector: @escaping (Element) -> Key
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(stage: asObservable().distinctUntilChanged(keySelector))
    }

    /// Emits the elements that `comparer` does not consider equal to the one emitted before; as
    /// `ObservableType.distinctUntilChanged(_:)`.
    ///
    /// - Parameter comparer: whether the element emitted before, its first argument, equals the new one.
    @inlinable
    public func distinctUntilChanged(
        _ comparer: @escaping (Element, Element) -> Bool
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(stage: asObservable().distinctUntilChanged(comparer))
    }

    /// Emits the elements whose key `comparer` does not consider equal to that of the one emitted before; as
    /// `ObservableType.distinctUntilChanged(_:comparer:)`.
    ///
    /// - Parameters:
    ///   - keySelector: what to compare of an element; called once for each.
    ///   - comparer: whether the key of the element emitted before, its first argument, equals the new one.
    @inlinable
    public func distinctUntilChanged<K>(
        _ keySelector: @escaping (Element) -> K,
        comparer: @escaping (K, K) -> Bool
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(stage: asObservable().distinctUntilChanged(keySelector, comparer: comparer))
    }
}

extension SharedSequenceConvertibleType where Element: Equatable {
    /// Emits the elements that differ from the one emitted before; as `ObservableType.distinctUntilChanged()`.
    @inlinable
    public func distinctUntilChanged() -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(stage: asObservable().distinctUntilChanged())
    }
}
