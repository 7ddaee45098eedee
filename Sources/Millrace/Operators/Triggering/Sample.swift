extension ObservableType {
    /// Emits the latest element whenever another source emits, if an element has come since the last time.
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
        let sampler = sampler.asObservable()
        let receive: Sink<Element>.Receive = { sink, element in
            let coordinator = sink.downcast(to: SampleCoordinator<Element>.self)
            let pass = coordinator.enterGate()
            if pass == .busy { return coordinator.submit { coordinator.replaceState(by: element) } }
            let former = exchange(&coordinator.state, for: element)
            coordinator.leaveGate(pass)
            releaseValue(former)
        }
        return ClosureOperator(asObservable()) { source, downstream in
            let coordinator = SampleCoordinator<Element>(downstream, defaultValue, receive: receive)
            downstream.setUpstream(coordinator)
            let sink = SampleCoordinator.SamplerSink<Source.Element>(coordinator)
            source.attach(coordinator)
            coordinator.subscribe(sink, to: sampler)
        }
    }
}

/// The coordinator of `sample`. Its state is the latest element, until that is emitted.
@usableFromInline
final class SampleCoordinator<Element>: TriggerCoordinator<Element?, Element, Element>, @unchecked Sendable {
    private let defaultValue: Element?

    @exclusivity(unchecked)
    private var hasEnded = false

    @usableFromInline
    init(_ downstream: Sink<Element>, _ defaultValue: Element?, receive: @escaping Receive) {
        self.defaultValue = defaultValue
        super.init(downstream, state: nil, receive: receive)
    }

    @usableFromInline
    override func firstEnded() {
        hasEnded = true
        disposeUpstream()
    }

    /// The sampler has sent something. Called inside the gate.
    fileprivate func emit() {
        if let element = exchange(&state, for: nil) ?? defaultValue { forward(element) }
        if hasEnded { finish() }
    }
}

extension SampleCoordinator {
    /// The sink of the sampler.
    @usableFromInline
    final class SamplerSink<Trigger>: CompanionSink<Trigger>, @unchecked Sendable {
        @usableFromInline
        init(_ coordinator: SampleCoordinator<Element>) {
            super.init(coordinator) { sink, _ in
                let sink = sink.downcast(to: SamplerSink<Trigger>.self)
                sink.coordinator.use { coordinator in
                    let pass = coordinator.enterGate()
                    if pass == .busy { return coordinator.submit { sink.emit() } }
                    sink.emit()
                    coordinator.leaveGate(pass)
                }
            }
        }

        private func emit() {
            withOwner { $0.downcast(to: SampleCoordinator<Element>.self).emit() }
        }

        // The last sample is emitted before the sampler's subscription is disposed.
        @usableFromInline
        override func completed() {
            insideGateIfOpen {
                $0.downcast(to: SamplerSink<Trigger>.self).emit()
                $0.disposeAfterEnd()
            }
        }
    }
}
