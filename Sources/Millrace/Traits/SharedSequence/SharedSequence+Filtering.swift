extension SharedSequenceConvertibleType {
    /// Emits the elements for which `predicate` is true; as `ObservableType.filter(_:)`.
    ///
    /// - Parameter predicate: says whether an element is emitted.
    @_alwaysEmitIntoClient
    public func filter(
        _ predicate: @escaping (Element) -> Bool
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(stage: asObservable().filter(predicate))
    }

    /// Leaves out the first elements; as `ObservableType.skip(_:)`.
    ///
    /// - Parameter count: how many elements to leave out; none if it is not positive.
    @_alwaysEmitIntoClient
    public func skip(_ count: Int) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(stage: asObservable().skip(count))
    }

    /// Emits the elements whose key differs from the key of the element emitted last; as
    /// `ObservableType.distinctUntilChanged(_:)`.
    ///
    /// - Parameter keySelector: makes the key of an element; called once for each element.
    @_alwaysEmitIntoClient
    public func distinctUntilChanged<Key: Equatable>(
        _ keySelector: @escaping (Element) -> Key
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(stage: asObservable().distinctUntilChanged(keySelector))
    }

    /// Emits the elements that `comparer` does not consider equal to the element emitted last; as
    /// `ObservableType.distinctUntilChanged(_:)`.
    ///
    /// - Parameter comparer: whether the element emitted last, its first argument, equals the new one.
    @_alwaysEmitIntoClient
    public func distinctUntilChanged(
        _ comparer: @escaping (Element, Element) -> Bool
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(stage: asObservable().distinctUntilChanged(comparer))
    }

    /// Emits the elements whose key `comparer` does not consider equal to the key of the element emitted last; as
    /// `ObservableType.distinctUntilChanged(_:comparer:)`.
    ///
    /// - Parameters:
    ///   - keySelector: makes the key of an element; called once for each element.
    ///   - comparer: whether the key of the element emitted last, its first argument, equals the new element's key.
    @_alwaysEmitIntoClient
    public func distinctUntilChanged<K>(
        _ keySelector: @escaping (Element) -> K,
        comparer: @escaping (K, K) -> Bool
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(stage: asObservable().distinctUntilChanged(keySelector, comparer: comparer))
    }
}

extension SharedSequenceConvertibleType where Element: Equatable {
    /// Emits the elements that differ from the element emitted last; as `ObservableType.distinctUntilChanged()`.
    @_alwaysEmitIntoClient
    public func distinctUntilChanged() -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(stage: asObservable().distinctUntilChanged())
    }
}
