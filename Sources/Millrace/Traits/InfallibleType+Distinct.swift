extension InfallibleType where Element: Equatable {
    /// Emits the elements that differ from the one emitted before; as `ObservableType.distinctUntilChanged()`.
    @inlinable
    public func distinctUntilChanged() -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged())
    }
}

extension InfallibleType {
    /// Emits the elements whose key differs from that of the one emitted before; as
    /// `ObservableType.distinctUntilChanged(_:)`.
    ///
    /// - **Fails** only if `keySelector` throws, which breaks the promise.
    ///
    /// - Parameter keySelector: what to compare of an element; called once for each.
    @preconcurrency
    @inlinable
    public func distinctUntilChanged<Key: Equatable>(
        _ keySelector: @escaping @Sendable (Element) throws -> Key
    ) -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged(keySelector))
    }

    /// Emits the elements that `comparer` does not take for equal to the one emitted before; as
    /// `ObservableType.distinctUntilChanged(_:)`.
    ///
    /// - **Fails** only if `comparer` throws, which breaks the promise.
    ///
    /// - Parameter comparer: whether the element emitted before, its first argument, equals the new one.
    @preconcurrency
    @inlinable
    public func distinctUntilChanged(
        _ comparer: @escaping @Sendable (Element, Element) throws -> Bool
    ) -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged(comparer))
    }

    /// Emits the elements whose key `comparer` does not take for equal to that of the one emitted before; as
    /// `ObservableType.distinctUntilChanged(_:comparer:)`.
    ///
    /// - **Fails** only if one of the closures throws, which breaks the promise.
    ///
    /// - Parameters:
    ///   - keySelector: what to compare of an element; called once for each.
    ///   - comparer: whether the key of the element emitted before, its first argument, equals the new one.
    @preconcurrency
    @inlinable
    public func distinctUntilChanged<K>(
        _ keySelector: @escaping @Sendable (Element) throws -> K,
        comparer: @escaping @Sendable (K, K) throws -> Bool
    ) -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged(keySelector, comparer: comparer))
    }

    /// Emits the elements whose property differs from that of the one emitted before; as
    /// `ObservableType.distinctUntilChanged(at:)`.
    ///
    /// - Parameter keyPath: what to compare of an element.
    @inlinable
    public func distinctUntilChanged<Property: Equatable>(
        at keyPath: KeyPath<Element, Property>
    ) -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged(at: keyPath))
    }
}
