extension ObservableType where Element: Equatable {
    /// Emits the elements that differ from the one emitted before.
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `==` is called on the thread that the source emits on.
    /// - **Complexity**: one comparison for each element; one allocation for each subscription.
    @inlinable
    public func distinctUntilChanged() -> Observable<Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            sink.downcast(to: StatefulSink<Element?, Element, Element>.self)
                .forwardDistinct(element, key: { $0 }, comparer: { $0 == $1 })
        }
        return Operator(asObservable()) { StatefulSink<Element?, Element, Element>($0, state: nil, receive: receive) }
    }
}

extension ObservableType {
    /// Emits the elements whose key differs from the key of the element emitted before.
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with the error that `keySelector` throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `keySelector` is called on the thread that the source emits on.
    /// - **Complexity**: one key and one comparison for each element; one allocation for each subscription.
    ///
    /// - Parameter keySelector: makes the key of an element; called once for each element.
    @inlinable
    public func distinctUntilChanged<K: Equatable>(
        _ keySelector: @escaping (Element) throws -> K
    ) -> Observable<Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            sink.downcast(to: StatefulSink<K?, Element, Element>.self)
                .forwardDistinct(element, key: keySelector, comparer: { $0 == $1 })
        }
        return Operator(asObservable()) { StatefulSink<K?, Element, Element>($0, state: nil, receive: receive) }
    }

    /// Emits the elements that `comparer` does not consider equal to the one emitted before.
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with the error that `comparer` throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `comparer` is called on the thread that the source emits on.
    /// - **Complexity**: one comparison for each element; one allocation for each subscription.
    ///
    /// - Parameter comparer: says whether the element emitted before, its first argument, equals the new element.
    @inlinable
    public func distinctUntilChanged(
        _ comparer: @escaping (Element, Element) throws -> Bool
    ) -> Observable<Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            sink.downcast(to: StatefulSink<Element?, Element, Element>.self)
                .forwardDistinct(element, key: { $0 }, comparer: comparer)
        }
        return Operator(asObservable()) { StatefulSink<Element?, Element, Element>($0, state: nil, receive: receive) }
    }

    /// Emits the elements whose key `comparer` does not consider equal to the key of the element emitted before.
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with the error that `keySelector` or `comparer` throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: both closures are called on the thread that the source emits on.
    /// - **Complexity**: one key and one comparison for each element; one allocation for each subscription.
    ///
    /// - Parameters:
    ///   - keySelector: makes the key of an element; called once for each element.
    ///   - comparer: says whether the key of the element emitted before, its first argument, equals the new key.
    @inlinable
    public func distinctUntilChanged<K>(
        _ keySelector: @escaping (Element) throws -> K,
        comparer: @escaping (K, K) throws -> Bool
    ) -> Observable<Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            sink.downcast(to: StatefulSink<K?, Element, Element>.self)
                .forwardDistinct(element, key: keySelector, comparer: comparer)
        }
        return Operator(asObservable()) { StatefulSink<K?, Element, Element>($0, state: nil, receive: receive) }
    }

    /// Emits the elements whose property differs from the property of the element emitted before.
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: the property is read on the thread that the source emits on.
    /// - **Complexity**: one comparison for each element; one allocation for each subscription.
    ///
    /// - Parameter keyPath: the property to compare.
    @inlinable
    public func distinctUntilChanged<Property: Equatable>(
        at keyPath: KeyPath<Element, Property>
    ) -> Observable<Element> {
        // A closure of its own, because inside it Swift 6.3 turns a literal key path into a plain access (168
        // instructions per event instead of 684).
        let key: (Element) -> Property = { $0[keyPath: keyPath] }
        let receive: Sink<Element>.Receive = { sink, element in
            sink.downcast(to: StatefulSink<Property?, Element, Element>.self)
                .forwardDistinct(element, key: key, comparer: { $0 == $1 })
        }
        return Operator(asObservable()) { StatefulSink<Property?, Element, Element>($0, state: nil, receive: receive) }
    }
}

extension StatefulSink where Input == Output {
    /// Passes the element on if `comparer` does not consider its key equal to the former key. Inlined, with its
    /// closures, into each of the operators above.
    @inlinable
    @inline(__always)
    final func forwardDistinct<Key>(
        _ element: Input,
        key: (Input) throws -> Key,
        comparer: (Key, Key) throws -> Bool
    ) where State == Key? {
        do {
            let next = try key(element)
            if let former = loadState(), try comparer(former, next) { return }
            storeState(next)
            forward(element)
        } catch {
            fail(error)
        }
    }
}
