extension ObservableType {
    /// Emits the elements that come before another source emits.
    ///
    /// ![Marble diagram, in seconds. Source: a at 1, b at 3, c at 5, d at 7, the end at 9. Stop: x at 6. Result: a at
    /// 1, b at 3, c at 5, the end at 6.](marbles-take-until)
    ///
    /// - **Emits** what the source emits. The other source is subscribed to first.
    /// - **Completes** when the source does, or as soon as the other source emits an element. The other source's
    ///   completion has no effect.
    /// - **Fails** as soon as one of them does.
    /// - **Disposal** disposes the source's subscription, then the other source's.
    /// - **Thread**: emits on the thread that the source emits on; if another thread is delivering at that moment, that
    ///   thread delivers the element instead. No thread waits.
    /// - **Complexity**: O(1) for each element.
    ///
    /// ```swift
    /// let requests = PublishSubject<String>()
    /// let shutdown = PublishSubject<Void>()
    /// let subscription = requests.take(until: shutdown)
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
    /// requests.onNext("GET /prices")
    /// shutdown.onNext(())
    /// requests.onNext("GET /orders")
    /// // GET /prices
    /// // completed
    /// ```
    ///
    /// - Parameter other: the source whose first element ends the stream.
    @inlinable
    public func take<Source: ObservableType>(until other: Source) -> Observable<Element> {
        typealias Coordinator = TriggerCoordinator<Void, Element, Element>
        typealias CompanionSink = Coordinator.CompanionSink<Source.Element>
        let other = other.asObservable()
        let receive: Sink<Element>.Receive = { sink, element in
            let coordinator = sink.downcast(to: Coordinator.self)
            coordinator.deliver { coordinator.forward(element) }
        }
        return ClosureOperator(asObservable()) { source, downstream in
            let coordinator = Coordinator(downstream, state: (), receive: receive)
            downstream.setUpstream(coordinator)
            let sink = CompanionSink(coordinator) { sink, _ in
                sink.downcast(to: CompanionSink.self).deliverLast { $0.coordinator.use { $0.finish() } }
            }
            coordinator.subscribe(sink, to: other)
            source.attach(coordinator)
        }
    }
}
