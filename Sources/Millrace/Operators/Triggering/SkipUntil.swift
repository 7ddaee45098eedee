extension ObservableType {
    /// Emits the elements that come after another source has emitted.
    ///
    /// ![Marble diagram, in seconds. Source: a at 1, b at 3, c at 5, d at 7, the end at 9. Start: x at 4. Result: c at
    /// 5, d at 7, the end at 9.](marbles-skip-until)
    ///
    /// - **Emits** what the source emits from then on. The source is subscribed to first, the other one after it.
    /// - **Completes** when the source does, if the other source has emitted by then. If the source completes earlier,
    ///   the stream ends without an event: both subscriptions are disposed.
    /// - **Fails** when the source does, or when the other source fails before it has emitted. The other source's
    ///   completion has no effect.
    /// - **Disposal** disposes the source's subscription, then the other source's. The other source's subscription is
    ///   disposed as soon as that source has emitted.
    /// - **Thread**: emits on the thread that the source emits on; if another thread is delivering at that moment, that
    ///   thread delivers the element instead. No thread waits.
    /// - **Complexity**: O(1) for each element.
    ///
    /// ```swift
    /// let requests = PublishSubject<String>()
    /// let databaseIsOpen = PublishSubject<Void>()
    /// let subscription = requests.skip(until: databaseIsOpen)
    ///     .subscribe(onNext: { print($0) })
    /// requests.onNext("GET /prices")
    /// databaseIsOpen.onNext(())
    /// requests.onNext("GET /orders")
    /// // GET /orders
    /// ```
    ///
    /// - Parameter other: the source whose first element lets elements pass.
    @inlinable
    public func skip<Source: ObservableType>(until other: Source) -> Observable<Element> {
        typealias Coordinator = TriggerCoordinator<Bool, Element, Element>
        typealias CompanionSink = Coordinator.CompanionSink<Source.Element>
        let other = other.asObservable()
        let receive: Sink<Element>.Receive = { sink, element in
            let coordinator = sink.downcast(to: Coordinator.self)
            coordinator.deliver { if coordinator.state { coordinator.forward(element) } }
        }
        return ClosureOperator(asObservable()) { source, downstream in
            // The state says whether elements pass.
            let coordinator = Coordinator(
                downstream,
                state: false,
                firstEnded: { if $0.state { $0.finish() } else { $0.dispose() } },
                receive: receive
            )
            downstream.setUpstream(coordinator)
            let sink = CompanionSink(coordinator) { sink, _ in
                sink.downcast(to: CompanionSink.self).deliverLast { sink in
                    sink.downcast(to: CompanionSink.self).withOwner { $0.state = true }
                    sink.disposeAfterEnd()
                }
            }
            source.attach(coordinator)
            coordinator.subscribe(sink, to: other)
        }
    }
}
