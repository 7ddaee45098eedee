import Millrace

extension ObservableType {
    /// Collects all elements in a dictionary.
    ///
    /// ```
    /// source                                --a1--b1--a2--|
    /// toDictionary(keySelector: { letter }) --------------([a: a2, b: b1]|)
    /// ```
    ///
    /// - **Emits** the dictionary when the source completes. Of several elements with one key, it has the last.
    /// - **Fails** when the source does, or with the error that `keySelector` throws.
    /// - **Disposal** disposes the source's subscription, and drops what was collected.
    /// - **Thread**: `keySelector` is called on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element on average; the memory of one element for each key, which `take` on the
    ///   source bounds.
    ///
    /// ```swift
    /// let subscription = Observable.of("apple", "bean", "avocado")
    ///     .toDictionary { $0.prefix(1) }
    ///     .subscribe(onSuccess: { print($0.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }) })
    /// // ["a: avocado", "b: bean"]
    /// ```
    ///
    /// - Parameter keySelector: makes the key of an element.
    @inlinable
    public func toDictionary<Key: Hashable>(
        keySelector: @escaping (Element) throws -> Key
    ) -> Single<[Key: Element]> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<[Key: Element], Element, [Key: Element]>.self)
            guard sink.isOpen else { return }
            do {
                let key = try keySelector(element)
                // Moved out, since the key's hash is a user's code; put back before the former element is released.
                var dictionary = sink.exchangeState(for: [:])
                let former = dictionary.updateValue(element, forKey: key)
                sink.storeState(dictionary)
                releaseValue(former)
            } catch {
                sink.fail(error)
            }
        }
        let result: Observable<[Key: Element]> = Operator(asObservable()) {
            CompletingSink($0, state: [:], receive: receive) { $0.finish(with: $0.exchangeState(for: [:])) }
        }
        return PrimitiveSequence(raw: result)
    }
}
