import Millrace

extension ObservableType where Element: Hashable {
    /// Emits each element that has not been emitted before.
    ///
    /// ```
    /// source      --a--b--a--c--b--|
    /// distinct()  --a--b-----c-----|
    /// ```
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription and releases what was emitted.
    /// - **Thread**: emits, and hashes elements, on the thread that the source emits on.
    /// - **Complexity**: one look-up in a set for each element. The set keeps every element that was emitted, as long as
    ///   the subscription lasts; if the source has ever new elements, use `distinctUntilChanged()`, or `distinct()` on
    ///   the windows of the source.
    ///
    /// ```swift
    /// let subscription = Observable.of("tea", "milk", "tea", "rice")
    ///     .distinct()
    ///     .subscribe(onNext: { print($0) })
    /// // tea
    /// // milk
    /// // rice
    /// ```
    @inlinable
    public func distinct() -> Observable<Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Set<Element>, Element, Element>.self)
            if sink.add(element) { sink.forward(element) }
        }
        return Operator(asObservable()) {
            StatefulSink<Set<Element>, Element, Element>($0, state: [], receive: receive)
        }
    }
}

extension ObservableType where Element: Equatable {
    /// Emits each element that has not been emitted before, for elements that cannot be hashed; otherwise as
    /// `distinct()` of hashable elements.
    ///
    /// - **Complexity**: for each element, a comparison with every element that was emitted, all of which are kept.
    @inlinable
    public func distinct() -> Observable<Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<[Element], Element, Element>.self)
            if sink.add(element) { sink.forward(element) }
        }
        return Operator(asObservable()) {
            StatefulSink<[Element], Element, Element>($0, state: [], receive: receive)
        }
    }
}

extension ObservableType {
    /// Emits each element whose key no emitted element has had.
    ///
    /// ```
    /// source             --a1--b1--a2--c1--|
    /// distinct(by: \.0)  --a1--b1------c1--|
    /// ```
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with the error that `keySelector` throws.
    /// - **Disposal** disposes the source's subscription and releases the keys.
    /// - **Thread**: `keySelector` is called on the thread that the source emits on.
    /// - **Complexity**: one key and one look-up in a set for each element. The set keeps every key, as long as the
    ///   subscription lasts; choose keys of which there are not too many.
    ///
    /// ```swift
    /// let subscription = Observable.of("red", "tan", "blue", "gray")
    ///     .distinct(by: { $0.count })
    ///     .subscribe(onNext: { print($0) })
    /// // red
    /// // blue
    /// ```
    ///
    /// - Parameter keySelector: makes the key of an element; called once for each element.
    @inlinable
    public func distinct<Key: Hashable>(
        by keySelector: @escaping (Element) throws -> Key
    ) -> Observable<Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Set<Key>, Element, Element>.self)
            do {
                if sink.add(try keySelector(element)) { sink.forward(element) }
            } catch {
                sink.fail(error)
            }
        }
        return Operator(asObservable()) {
            StatefulSink<Set<Key>, Element, Element>($0, state: [], receive: receive)
        }
    }

    /// Emits elements up to the first for which `predicate` is true, and no element after that.
    ///
    /// This is RxSwiftExt's operator: it drops an element if `predicate` is true for an element that was emitted before.
    /// The element itself plays no part. To leave out elements that have something in common, use `distinct(by:)`.
    ///
    /// ```
    /// source                   --1--2--3--4--|
    /// distinct { $0 == 2 }     --1--2--------|
    /// ```
    ///
    /// - **Completes** when the source does; the source's subscription lasts until then.
    /// - **Fails** when the source does, or with the error that `predicate` throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `predicate` is called on the thread that the source emits on, once for each element that is emitted,
    ///   before it is.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription, which keeps no element.
    ///
    /// ```swift
    /// let subscription = Observable.of(1, 2, 3, 4)
    ///     .distinct { $0 == 2 }
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
    /// // 1
    /// // 2
    /// // completed
    /// ```
    ///
    /// - Parameter predicate: says whether an element is the last to be emitted.
    @inlinable
    public func distinct(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Bool, Element, Element>.self)
            if sink.loadState() { return }
            do {
                let isLast = try predicate(element)
                // Code inside `predicate` may have made the source emit.
                if sink.loadState() { return }
                sink.storeState(isLast)
                sink.forward(element)
            } catch {
                sink.fail(error)
            }
        }
        // The state says whether the last element has been emitted.
        return Operator(asObservable()) { StatefulSink<Bool, Element, Element>($0, state: false, receive: receive) }
    }
}

extension StatefulSink {
    /// Whether the key is new; adds it.
    ///
    /// The set is taken out while it is used, since a look-up calls the key's own code, and that must not run under the
    /// lock. An element that this code makes the source emit meanwhile counts as new.
    @inlinable
    final func add<Key: Hashable>(_ key: Key) -> Bool where State == Set<Key> {
        var keys = exchangeState(for: [])
        let isNew = keys.insert(key).inserted
        storeState(keys)
        return isNew
    }

    /// Whether the element is new; adds it. As `add(_:)` of a set.
    @inlinable
    final func add(_ element: Input) -> Bool where State == [Input], Input: Equatable {
        var elements = exchangeState(for: [])
        let isNew = !elements.contains(element)
        if isNew { elements.append(element) }
        storeState(elements)
        return isNew
    }
}

extension SharedSequenceConvertibleType where Element: Hashable {
    /// Emits each element that has not been emitted before; as `ObservableType.distinct()`.
    @inlinable
    public func distinct() -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(stage: asObservable().distinct())
    }
}

extension SharedSequenceConvertibleType where Element: Equatable {
    /// Emits each element that has not been emitted before; as `ObservableType.distinct()`.
    @inlinable
    public func distinct() -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(stage: asObservable().distinct())
    }
}

extension SharedSequenceConvertibleType {
    /// Emits each element whose key no emitted element has had; as `ObservableType.distinct(by:)`.
    ///
    /// - Parameter keySelector: makes the key of an element; called once for each element.
    @inlinable
    public func distinct<Key: Hashable>(
        by keySelector: @escaping (Element) -> Key
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(stage: asObservable().distinct(by: keySelector))
    }

    /// Emits elements up to the first for which `predicate` is true, and no element after that; as
    /// `ObservableType.distinct(_:)`.
    ///
    /// - Parameter predicate: says whether an element is the last to be emitted.
    @inlinable
    public func distinct(_ predicate: @escaping (Element) -> Bool) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(stage: asObservable().distinct(predicate))
    }
}
