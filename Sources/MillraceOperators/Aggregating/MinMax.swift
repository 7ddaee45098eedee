import Millrace

extension ObservableType where Element: Comparable {
    /// The least element.
    ///
    /// ```
    /// source  --3--1--2--|
    /// min()   -----------(1|)
    /// ```
    ///
    /// - **Emits** the least element when the source completes; the first of several that are equal.
    /// - **Completes** right after it; without it if the source completes without an element.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source completes on.
    /// - **Complexity**: O(1) for each element; holds one element.
    ///
    /// ```swift
    /// let subscription = Observable.of(3, 1, 2)
    ///     .min()
    ///     .subscribe(onSuccess: { print($0) })
    /// // 1
    /// ```
    ///
    /// Inside extensions of `ObservableType`, the function of the standard library is `Swift.min(_:_:)`, as it is inside
    /// extensions of `Sequence`.
    @inlinable
    public func min() -> Maybe<Element> {
        extreme(function: "min()") { $0 < $1 }
    }

    /// The greatest element.
    ///
    /// - **Emits** the greatest element when the source completes; the first of several that are equal.
    /// - **Completes**, **Fails**, **Disposal**, **Thread** and **Complexity**: as `min()`.
    ///
    /// ```swift
    /// let subscription = Observable.of(3, 1, 2)
    ///     .max()
    ///     .subscribe(onSuccess: { print($0) })
    /// // 3
    /// ```
    @inlinable
    public func max() -> Maybe<Element> {
        extreme(function: "max()") { $1 < $0 }
    }
}

extension ObservableType {
    /// The least element, in an order of your own; otherwise as `min()`.
    ///
    /// - **Fails** when the source does, or with the error that `areInIncreasingOrder` throws.
    /// - **Thread**: `areInIncreasingOrder` is called on the thread that the source emits on.
    ///
    /// ```swift
    /// let subscription = Observable.of("three", "one", "two")
    ///     .min { $0.count < $1.count }
    ///     .subscribe(onSuccess: { print($0) })
    /// // one
    /// ```
    ///
    /// - Parameter areInIncreasingOrder: whether its first argument is less than its second.
    @inlinable
    public func min(by areInIncreasingOrder: @escaping (Element, Element) throws -> Bool) -> Maybe<Element> {
        extreme(function: "min(by:)", areInIncreasingOrder)
    }

    /// The greatest element, in an order of your own; otherwise as `max()`.
    ///
    /// - **Fails** when the source does, or with the error that `areInIncreasingOrder` throws.
    /// - **Thread**: `areInIncreasingOrder` is called on the thread that the source emits on.
    ///
    /// ```swift
    /// let subscription = Observable.of("one", "three", "seven")
    ///     .max { $0.count < $1.count }
    ///     .subscribe(onSuccess: { print($0) })
    /// // three
    /// ```
    ///
    /// - Parameter areInIncreasingOrder: whether its first argument is less than its second.
    @inlinable
    public func max(by areInIncreasingOrder: @escaping (Element, Element) throws -> Bool) -> Maybe<Element> {
        extreme(function: "max(by:)") { try areInIncreasingOrder($1, $0) }
    }

    /// Keeps an element until `replaces` is true for a new one and the kept one.
    @inlinable
    func extreme(
        function: StaticString,
        _ replaces: @escaping (_ new: Element, _ kept: Element) throws -> Bool
    ) -> Maybe<Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Element?, Element, Element>.self)
            guard sink.isOpen else { return }
            do {
                if let kept = sink.loadState(), !(try replaces(element, kept)) { return }
                sink.storeState(element)
            } catch {
                sink.fail(error)
            }
        }
        let result: Observable<Element> = Operator(asObservable(), function: function) {
            CompletingSink<Element?, Element, Element>($0, state: nil, function: function, receive: receive) { sink in
                if let element = sink.exchangeState(for: nil) { sink.finish(with: element) } else { sink.finish() }
            }
        }
        return PrimitiveSequence(raw: result)
    }
}
