extension ObservableType {
    /// Emits the latest element whenever another source emits, if an element has come since the last time.
    ///
    /// ![Marble diagram, in seconds. Source: a at 1, b at 3, c at 9, the end at 13. Ticks: x at 2, x at 6, x at 10, the
    /// end at 13. Result: a at 2, b at 6, c at 10, the end at 13.](marbles-sample)
    ///
    /// - **Emits** the latest element at each element of the sampler, and at the sampler's completion. If no element
    ///   has come since the last time, it emits `defaultValue` instead, unless that is `nil`. The source is subscribed
    ///   to first, the sampler after it.
    /// - **Completes** at the sampler's first element, or completion, after the source has completed.
    /// - **Fails** as soon as one of them does.
    /// - **Disposal** disposes the source's subscription, then the sampler's. The source's subscription is disposed
    ///   when the source completes.
    /// - **Thread**: emits on the thread that the sampler emits on; if another thread is delivering at that moment,
    ///   that thread delivers the element instead. No thread waits.
    /// - **Complexity**: O(1) for each element.
    ///
    /// ```swift
    /// let temperatures = PublishSubject<Int>()
    /// let ticks = PublishSubject<Void>()
    /// let subscription = temperatures.sample(ticks).subscribe(onNext: { print($0) })
    /// temperatures.onNext(20)
    /// temperatures.onNext(21)
    /// ticks.onNext(())
    /// ticks.onNext(()) // nothing new
    /// temperatures.onNext(19)
    /// ticks.onNext(())
    /// // 21
    /// // 19
    /// ```
    ///
    /// - Parameters:
    ///   - sampler: the source that says when to emit.
    ///   - defaultValue: what to emit if no element has come since the last time; if it is `nil`, nothing is emitted.
    @inlinable
    public func sample<Source: ObservableType>(
        _ sampler: Source,
        defaultValue: Element? = nil
    ) -> Observable<Element> {
        typealias State = (latest: Element?, hasEnded: Bool)
        typealias Coordinator = TriggerCoordinator<State, Element, Element>
        typealias SamplerSink = Coordinator.CompanionSink<Source.Element>
        let sampler = sampler.asObservable()
        let receive: Sink<Element>.Receive = { sink, element in
            let coordinator = sink.downcast(to: Coordinator.self)
            coordinator.deliver { releaseValue(exchange(&coordinator.state.latest, for: element)) }
        }
        let emit: Coordinator.End = { coordinator in
            if let element = exchange(&coordinator.state.latest, for: nil) ?? defaultValue {
                coordinator.forward(element)
            }
            if coordinator.state.hasEnded { coordinator.finish() }
        }
        return ClosureOperator(asObservable()) { source, downstream in
            // The state is the latest element, until that is emitted, and whether the source has ended.
            let coordinator = Coordinator(
                downstream,
                state: (nil, false),
                firstEnded: {
                    $0.state.hasEnded = true
                    $0.disposeUpstream()
                },
                receive: receive
            )
            downstream.setUpstream(coordinator)
            // The last sample is emitted before the sampler's subscription is disposed.
            let sink = SamplerSink(coordinator, companionEnded: emit) { sink, _ in
                sink.downcast(to: SamplerSink.self).withOwner { coordinator in
                    coordinator.deliver { emit(coordinator) }
                }
            }
            source.attach(coordinator)
            coordinator.subscribe(sink, to: sampler)
        }
    }
}
