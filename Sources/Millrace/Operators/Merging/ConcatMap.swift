extension ObservableType {
    /// Emits the elements of the sources that `selector` makes of the elements, one source after the other.
    ///
    /// ![Marble diagram, in seconds. Source: a at 1, b at 3, the end at 4. Each, from its subscription: 1 at 1, 2 at 4,
    /// the end at 5. Result: a1 at 2, a2 at 5, b1 at 7, b2 at 10, the end at 11.](marbles-concatMap)
    ///
    /// - **Emits** the elements of each inner source. Inner sources that come while another one is active wait, in
    ///   order, until it has completed.
    /// - **Completes** when this source and all inner ones have completed.
    /// - **Fails** as soon as this source or the current inner one does, or with the error that `selector` throws.
    /// - **Disposal** disposes the subscriptions to this source and the current inner one, and drops the inner sources
    ///   that wait.
    /// - **Thread**: `selector` is called on the thread that this source emits on, also while another inner source is
    ///   active. An inner source that has waited is subscribed to on the thread that delivers the end of the previous
    ///   one.
    /// - **Complexity**: O(1) for each element, one allocation for each inner source. Inner sources that end while they
    ///   are being subscribed to take no stack.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = Observable.of(3, 1, 2)
    ///     .concatMap { Observable.just("took \($0) s").delay(.seconds($0), scheduler: scheduler) }
    ///     .subscribe(onNext: { print($0) })
    /// scheduler.start()
    /// // took 3 s
    /// // took 1 s
    /// // took 2 s
    /// ```
    ///
    /// - Parameter selector: makes an inner source for each element.
    @inlinable
    public func concatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        typealias Coordinator = MergeCoordinator<Element, Source.Element>
        let receive = Coordinator.merging(selector)
        return Operator(asObservable(), kind: .joining) {
            Coordinator($0, limit: Coordinator.limit(1, above: $0), receive: receive)
        }
    }
}
