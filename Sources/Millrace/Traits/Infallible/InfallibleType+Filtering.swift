extension InfallibleType {
    /// Emits the elements for which `predicate` is true; as `ObservableType.filter(_:)`.
    ///
    /// - Parameter predicate: says whether an element is emitted.
    @_alwaysEmitIntoClient
    public func filter(_ predicate: @escaping (Element) -> Bool) -> Infallible<Element> {
        Infallible(asObservable().filter(predicate))
    }

    /// Emits the first `count` elements; as `ObservableType.take(_:)`.
    ///
    /// - Parameter count: how many elements to emit at most, at least 0.
    @_alwaysEmitIntoClient
    public func take(_ count: Int) -> Infallible<Element> {
        Infallible(asObservable().take(count))
    }

    /// Emits the elements that come before another sequence, which does not fail, emits one; as
    /// `ObservableType.take(until:)`.
    ///
    /// - Parameter other: the sequence whose first element ends this sequence.
    @_alwaysEmitIntoClient
    public func take<Source: InfallibleType>(until other: Source) -> Infallible<Element> {
        Infallible(asObservable().take(until: other.asObservable()))
    }

    /// Emits the elements that come before `other` emits one; as `ObservableType.take(until:)`.
    ///
    /// - **Fails** only if `other` does, which breaks the promise.
    ///
    /// - Parameter other: the source whose first element ends this sequence.
    @_alwaysEmitIntoClient
    public func take<Source: ObservableType>(until other: Source) -> Infallible<Element> {
        Infallible(asObservable().take(until: other))
    }

    /// Emits elements until `predicate` is true for one; as `ObservableType.take(until:behavior:)`.
    ///
    /// - **Fails** only if `predicate` throws, which breaks the promise.
    ///
    /// - Parameters:
    ///   - predicate: says which element ends the sequence.
    ///   - behavior: whether that element is emitted.
    @_alwaysEmitIntoClient
    public func take(
        until predicate: @escaping (Element) throws -> Bool,
        behavior: TakeBehavior = .exclusive
    ) -> Infallible<Element> {
        Infallible(asObservable().take(until: predicate, behavior: behavior))
    }

    /// Emits elements as long as `predicate` is true for them; as `ObservableType.take(while:behavior:)`.
    ///
    /// - **Fails** only if `predicate` throws, which breaks the promise.
    ///
    /// - Parameters:
    ///   - predicate: says whether the sequence goes on.
    ///   - behavior: whether the first element for which it is false is emitted.
    @_alwaysEmitIntoClient
    public func take(
        while predicate: @escaping (Element) throws -> Bool,
        behavior: TakeBehavior = .exclusive
    ) -> Infallible<Element> {
        Infallible(asObservable().take(while: predicate, behavior: behavior))
    }

    /// Leaves out elements as long as `predicate` is true for them; as `ObservableType.skip(while:)`.
    ///
    /// - **Fails** only if `predicate` throws, which breaks the promise.
    ///
    /// - Parameter predicate: says whether to leave out an element; not called any more once it was false.
    @_alwaysEmitIntoClient
    public func skip(while predicate: @escaping (Element) throws -> Bool) -> Infallible<Element> {
        Infallible(asObservable().skip(while: predicate))
    }

    /// Leaves out elements until `other` emits one; as `ObservableType.skip(until:)`.
    ///
    /// - **Fails** only if `other` does, which breaks the promise.
    ///
    /// - Parameter other: the source whose first element lets elements pass.
    @_alwaysEmitIntoClient
    public func skip<Source: ObservableType>(until other: Source) -> Infallible<Element> {
        Infallible(asObservable().skip(until: other))
    }
}

extension InfallibleType where Element: Equatable {
    /// Emits the elements that differ from the element emitted last; as `ObservableType.distinctUntilChanged()`.
    @_alwaysEmitIntoClient
    public func distinctUntilChanged() -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged())
    }
}

extension InfallibleType {
    /// Emits the elements whose key differs from the key of the element emitted last; as
    /// `ObservableType.distinctUntilChanged(_:)`.
    ///
    /// - **Fails** only if `keySelector` throws, which breaks the promise.
    ///
    /// - Parameter keySelector: makes the key of an element; called once for each element.
    @_alwaysEmitIntoClient
    public func distinctUntilChanged<Key: Equatable>(
        _ keySelector: @escaping (Element) throws -> Key
    ) -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged(keySelector))
    }

    /// Emits the elements that `comparer` does not consider equal to the element emitted last; as
    /// `ObservableType.distinctUntilChanged(_:)`.
    ///
    /// - **Fails** only if `comparer` throws, which breaks the promise.
    ///
    /// - Parameter comparer: whether the element emitted last, its first argument, equals the new one.
    @_alwaysEmitIntoClient
    public func distinctUntilChanged(
        _ comparer: @escaping (Element, Element) throws -> Bool
    ) -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged(comparer))
    }

    /// Emits the elements whose key `comparer` does not consider equal to the key of the element emitted last; as
    /// `ObservableType.distinctUntilChanged(_:comparer:)`.
    ///
    /// - **Fails** only if one of the closures throws, which breaks the promise.
    ///
    /// - Parameters:
    ///   - keySelector: makes the key of an element; called once for each element.
    ///   - comparer: whether the key of the element emitted last, its first argument, equals the new element's key.
    @_alwaysEmitIntoClient
    public func distinctUntilChanged<K>(
        _ keySelector: @escaping (Element) throws -> K,
        comparer: @escaping (K, K) throws -> Bool
    ) -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged(keySelector, comparer: comparer))
    }

    /// Emits the elements whose property differs from the same property of the element emitted last; as
    /// `ObservableType.distinctUntilChanged(at:)`.
    ///
    /// - Parameter keyPath: the property to compare.
    @_alwaysEmitIntoClient
    public func distinctUntilChanged<Property: Equatable>(
        at keyPath: KeyPath<Element, Property>
    ) -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged(at: keyPath))
    }
}
