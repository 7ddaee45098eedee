extension ObservableType {
    /// Merges the sources that `selector` makes of the elements.
    ///
    /// ![Marble diagram, in seconds. Source: a at 1, b at 3, the end at 8. Each, from its subscription: 1 at 1, 2 at 4,
    /// the end at 5. Result: a1 at 2, b1 at 4, a2 at 5, b2 at 7, the end at 8.](marbles-flatMap)
    ///
    /// - **Emits** the elements of all these sources, as they come.
    /// - **Completes** when this source and all inner ones have completed.
    /// - **Fails** as soon as this source or an inner one does, or with the error that `selector` throws.
    /// - **Disposal** disposes the subscriptions to this source and all inner ones.
    /// - **Thread**: `selector` is called on the thread that this source emits on. An element comes on the thread that
    ///   its source emits on; if another thread is delivering at that moment, that thread delivers the element instead.
    ///   No thread waits.
    /// - **Complexity**: O(1) for each element, one allocation for each inner source.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = Observable.of(3, 1, 2)
    ///     .flatMap { Observable.just("took \($0) s").delay(.seconds($0), scheduler: scheduler) }
    ///     .subscribe(onNext: { print($0) })
    /// scheduler.start()
    /// // took 1 s
    /// // took 2 s
    /// // took 3 s
    /// ```
    ///
    /// - Parameter selector: makes an inner source for each element.
    @inlinable
    public func flatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        typealias Coordinator = MergeCoordinator<Element, Source.Element>
        let receive = Coordinator.merging(selector)
        return Operator(asObservable(), kind: .joining) { Coordinator($0, receive: receive) }
    }

    /// Merges the sources that `selector` makes of the elements, and ignores elements while one of these sources is
    /// active.
    ///
    /// ![Marble diagram, in seconds. Source: a at 1, b at 3, c at 8, the end at 10. Each, from its subscription: 1 at
    /// 1, 2 at 4, the end at 5. Result: a1 at 2, a2 at 5, c1 at 9, c2 at 12, the end at 13.](marbles-flatMapFirst)
    ///
    /// - **Emits** the elements of each inner source, one such source at a time.
    /// - **Completes** when this source and the inner source that was active at that time have completed.
    /// - **Fails** as soon as this source or an inner one does, or with the error that `selector` throws.
    /// - **Disposal** disposes the subscriptions to this source and the active inner one.
    /// - **Thread**: as `flatMap(_:)`.
    /// - **Complexity**: O(1) for each element, one allocation for each inner source.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = Observable.of(3, 1, 2)
    ///     .flatMapFirst { Observable.just("took \($0) s").delay(.seconds($0), scheduler: scheduler) }
    ///     .subscribe(onNext: { print($0) })
    /// scheduler.start()
    /// // took 3 s
    /// ```
    ///
    /// - Parameter selector: makes an inner source for an element; not called while an inner source is active.
    @inlinable
    public func flatMapFirst<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        typealias Coordinator = MergeCoordinator<Element, Source.Element>
        let receive: Sink<Element>.Receive = { sink, element in
            let coordinator = sink.downcast(to: Coordinator.self)
            guard coordinator.isOpen && coordinator.isIdle else { return }
            do {
                coordinator.merge(try selector(element).asObservable())
            } catch {
                coordinator.error(error)
            }
        }
        return Operator(asObservable(), kind: .joining) { Coordinator($0, receive: receive) }
    }
}

extension ObservableType {
    /// Passes on the elements of the latest source that `selector` made of an element.
    ///
    /// ![Marble diagram, in seconds. Source: a at 1, b at 5, the end at 8. Each, from its subscription: 1 at 1, 2 at 3,
    /// 3 at 5, the end at 6. Result: a1 at 2, a2 at 4, b1 at 6, b2 at 8, b3 at 10, the end at 11.](marbles-
    /// flatMapLatest)
    ///
    /// - **Emits** the elements of the latest inner source; when another inner source comes, the subscription to the
    ///   previous one is disposed.
    /// - **Completes** when this source and the latest inner one have completed.
    /// - **Fails** when this source or the latest inner one does, or with the error that `selector` throws.
    /// - **Disposal** disposes the subscriptions to this source and the latest inner one.
    /// - **Thread**: `selector` is called on the thread that this source emits on. An element comes on the thread that
    ///   its source emits on; if another thread is delivering at that moment, that thread delivers the element instead.
    ///   No thread waits.
    /// - **Complexity**: O(1) for each element, one allocation for each inner source.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = Observable.of(3, 1, 2)
    ///     .flatMapLatest { Observable.just("took \($0) s").delay(.seconds($0), scheduler: scheduler) }
    ///     .subscribe(onNext: { print($0) })
    /// scheduler.start()
    /// // took 2 s
    /// ```
    ///
    /// - Parameter selector: makes an inner source for each element.
    @inlinable
    public func flatMapLatest<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        switching(selector)
    }
}
