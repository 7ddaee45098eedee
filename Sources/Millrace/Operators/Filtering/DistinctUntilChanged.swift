extension ObservableType where Element: Equatable {
    /// Emits each element that differs from the element emitted before it. The first element is always emitted.
    ///
    /// ![Marble diagram, in seconds. Source: a at 1, a at 3, b at 5, b at 7, a at 9, the end at 11. Result: a at 1, b
    /// at 5, a at 9, the end at 11.](marbles-distinctUntilChanged)
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `==` is called on the thread that the source emits on.
    /// - **Complexity**: one comparison for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let temperatures = Observable.of(20, 20, 21, 21, 20)
    /// let subscription = temperatures
    ///     .distinctUntilChanged()
    ///     .subscribe(onNext: { print($0) })
    /// // 20
    /// // 21
    /// // 20
    /// ```
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
    /// Emits each element whose key differs from the key of the element emitted before it. The first element is always
    /// emitted.
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with the error that `keySelector` throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `keySelector` is called on the thread that the source emits on.
    /// - **Complexity**: one key and one comparison for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let log = Observable.of("INFO start", "INFO ready", "WARN disk", "INFO stop")
    /// let subscription = log
    ///     .distinctUntilChanged { $0.prefix(4) }
    ///     .subscribe(onNext: { print($0) })
    /// // INFO start
    /// // WARN disk
    /// // INFO stop
    /// ```
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

    /// Emits each element that `comparer` does not consider equal to the element emitted before it. The first element
    /// is always emitted.
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with the error that `comparer` throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `comparer` is called on the thread that the source emits on.
    /// - **Complexity**: one comparison for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let temperatures = Observable.of(20.0, 20.25, 20.75, 22.0)
    /// let subscription = temperatures
    ///     .distinctUntilChanged { abs($0 - $1) < 0.5 }
    ///     .subscribe(onNext: { print($0) })
    /// // 20.0
    /// // 20.75
    /// // 22.0
    /// ```
    ///
    /// - Parameter comparer: says whether two elements are equal. The first is the element emitted before, the second
    ///   is the new one.
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

    /// Emits each element whose key `comparer` does not consider equal to the key of the element emitted before it. The
    /// first element is always emitted.
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with the error that `keySelector` or `comparer` throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: both closures are called on the thread that the source emits on.
    /// - **Complexity**: one key and one comparison for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let readings = Observable.of((hour: 9, celsius: 20.0), (hour: 10, celsius: 20.5), (hour: 11, celsius: 22.0))
    /// let subscription = readings
    ///     .distinctUntilChanged({ $0.celsius }, comparer: { abs($0 - $1) < 1 })
    ///     .subscribe(onNext: { print("\($0.hour):00, \($0.celsius)") })
    /// // 9:00, 20.0
    /// // 11:00, 22.0
    /// ```
    ///
    /// - Parameters:
    ///   - keySelector: makes the key of an element; called once for each element.
    ///   - comparer: says whether two keys are equal. The first is the key of the element emitted before, the second is
    ///     the key of the new element.
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

    /// Emits each element whose property differs from the same property of the element emitted before it. The first
    /// element is always emitted.
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: the property is read on the thread that the source emits on.
    /// - **Complexity**: one comparison for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of("red", "tan", "blue", "gray")
    ///     .distinctUntilChanged(at: \.count)
    ///     .subscribe(onNext: { print($0) })
    /// // red
    /// // blue
    /// ```
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
