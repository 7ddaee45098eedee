extension ObservableType {
    /// Emits `element` again and again.
    ///
    /// - **Completes** never.
    /// - **Fails** never.
    /// - **Disposal** stops it between two elements. On the default scheduler, `subscribe` returns only after the
    ///   disposal, so the subscription must be disposed from inside, as `take` does.
    /// - **Thread**: emits on `scheduler`; on the default one, before `subscribe` returns.
    /// - **Complexity**: O(1) for each element; with a scheduler other than the default, one scheduled action for each.
    ///
    /// ```swift
    /// let subscription = Observable.repeatElement("again")
    ///     .take(2)
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
    /// // again
    /// // again
    /// // completed
    /// ```
    ///
    /// - Parameters:
    ///   - element: what to emit.
    ///   - scheduler: where to emit.
    @inlinable
    public static func repeatElement(
        _ element: Element,
        scheduler: ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> {
        SteppedSource.iterating(SteppedSource.Endless(element: element), on: scheduler)
    }
}

extension SteppedSource {
    /// One element, again and again.
    @usableFromInline
    struct Endless<Element>: Sequence, IteratorProtocol {
        @usableFromInline
        let element: Element

        @inlinable
        init(element: Element) {
            self.element = element
        }

        @inlinable
        mutating func next() -> Element? { element }
    }
}
