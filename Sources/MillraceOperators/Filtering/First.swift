import Millrace

extension ObservableType {
    /// Emits the first element for which `predicate` is true.
    ///
    /// ```
    /// source                    --1--2--3--4--|
    /// first(where: { $0 > 2 })  --------(3|)
    /// ```
    ///
    /// - **Completes** right after that element, or without an element when the source does.
    /// - **Fails** when the source does before that element, or with the error that `predicate` throws.
    /// - **Disposal** disposes the source's subscription, as completing does.
    /// - **Thread**: `predicate` is called on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; two allocations for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of("tea", "coffee", "chocolate")
    ///     .first(where: { $0.count > 3 })
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
    /// // coffee
    /// // completed
    /// ```
    ///
    /// - Parameter predicate: says whether an element is the one looked for.
    @inlinable
    public func first(where predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
        filter(predicate).take(1)
    }

    /// Emits the position, counted from 0, of the first element for which `predicate` is true.
    ///
    /// ```
    /// source                         --a--b--c--d--|
    /// firstIndex(where: { $0 > b })  --------(2|)
    /// ```
    ///
    /// - **Completes** right after that position, or without an element when the source does.
    /// - **Fails** when the source does before that element, or with the error that `predicate` throws.
    /// - **Disposal** disposes the source's subscription, as completing does.
    /// - **Thread**: `predicate` is called on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of("tea", "coffee", "chocolate")
    ///     .firstIndex(where: { $0.count > 3 })
    ///     .subscribe(onNext: { print($0) })
    /// // 1
    /// ```
    ///
    /// - Parameter predicate: says whether an element is the one looked for.
    @inlinable
    public func firstIndex(where predicate: @escaping (Element) throws -> Bool) -> Observable<Int> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Int, Element, Int>.self)
            let index = sink.loadState()
            // Below 0, the element has been found.
            if index < 0 { return }
            sink.storeState(index &+ 1)
            do {
                guard try predicate(element), sink.loadState() >= 0 else { return }
                sink.storeState(-1)
                sink.finish(with: index)
            } catch {
                sink.fail(error)
            }
        }
        return Operator(asObservable()) { StatefulSink<Int, Element, Int>($0, state: 0, receive: receive) }
    }
}
