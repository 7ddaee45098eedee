#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A timed coordinator that can detach from its source and go on without it. The source feeds an inner sink of the
/// coordinator, not the coordinator itself.
class DetachableCoordinator<Input, Output>: TimedCoordinator<Input, Output>, @unchecked Sendable {
    /// Whether every element is delivered later than it comes, as in `delay`. This changes three things:
    ///
    /// - The subscription of a source that ends is disposed before the end is handled, instead of afterwards.
    /// - The time of an event that comes during a delivery counts from the moment at which the event came.
    /// - Events that a delivery itself makes the source send wait at the gate too, behind those that other threads have
    ///   left there.
    fileprivate final let isLate: Bool
    /// When the event that is being handled came, if the event had to wait at the gate. Used inside the gate.
    @exclusivity(unchecked)
    fileprivate(set) final var waitingSince: RxTime?
    // Used inside the gate.
    private final var sourceKey: CompositeDisposable.DisposeKey?
    private final var isDetached = false

    init(_ downstream: Sink<Output>, _ scheduler: SchedulerType, isLate: Bool) {
        self.isLate = isLate
        super.init(downstream, scheduler)
    }

    /// The time of an event that comes now, if the coordinator is late. Called outside the gate, too.
    var arrivalTime: RxTime? { nil }

    fileprivate final func follow(_ source: Observable<Input>) {
        let key = subscribe(FollowedSink(self), to: source, byOuter: true)
        insideGate {
            let coordinator = $0.downcast(to: DetachableCoordinator<Input, Output>.self)
            coordinator.sourceKey = key
            if coordinator.isDetached { coordinator.detach() }
        }
        ready()
    }

    /// From now on events of the source have no effect. Called inside the gate.
    final func stopListening() {
        isDetached = true
    }

    /// Does the same as `stopListening()`, and disposes the source's subscription. Called inside the gate.
    final func detach() {
        stopListening()
        if let key = sourceKey.take() { group.remove(for: key) }
    }

    fileprivate final var listens: Bool { isOpen && !isDetached }
}

extension DetachableCoordinator {
    /// The sink of the source.
    private final class FollowedSink: Coordinator<Input, Output>.InnerSink<Input>, @unchecked Sendable {
        /// When the source completed, if the coordinator is late. Written before the completion goes through the gate.
        @exclusivity(unchecked)
        private var endTime: RxTime?

        init(_ coordinator: DetachableCoordinator<Input, Output>) {
            super.init(coordinator, byOuter: true) { sink, element in
                let sink = sink.downcast(to: FollowedSink.self)
                sink.coordinator.use { coordinator in
                    let pass = coordinator.enterGate()
                    if pass != .entered && sink.waits(pass) { return sink.submitElement(element) }
                    sink.pass(element)
                    coordinator.leaveGate(pass)
                }
            }
        }

        override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
            coordinator.use { $0.describePressure(&path) }
        }

        /// Called inside the gate.
        private func pass(_ element: Input) {
            guard isOpen else { return }
            withCoordinator { if $0.listens { $0.received(element) } else { dispose() } }
        }

        @inline(never)
        private func waits(_ pass: Gate.Pass) -> Bool { pass == .busy || isLate }

        @inline(never)
        private func submitElement(_ element: Input) {
            withCoordinator { coordinator in
                let time = coordinator.arrivalTime
                coordinator.submit {
                    self.withCoordinator { $0.waitingSince = time }
                    self.pass(element)
                    self.withCoordinator { $0.waitingSince = nil }
                }
            }
        }

        private var isLate: Bool {
            coordinator.use {
                $0.downcast(to: DetachableCoordinator<Input, Output>.self).isLate
            }
        }

        private func withCoordinator(_ work: (DetachableCoordinator<Input, Output>) -> Void) {
            coordinator.use {
                work($0.downcast(to: DetachableCoordinator<Input, Output>.self))
            }
        }

        override func error(_ error: Swift.Error) {
            if isLate { return super.error(error) }
            insideGateIfOpen {
                $0.downcast(to: FollowedSink.self).passError(error)
                $0.disposeAfterEnd()
            }
        }

        override func completed() {
            if isLate { return completeLate() }
            insideGateIfOpen {
                $0.downcast(to: FollowedSink.self).passCompletion()
                $0.disposeAfterEnd()
            }
        }

        private func completeLate() {
            guard isOpen else { return }
            withCoordinator { coordinator in
                endTime = coordinator.arrivalTime
                coordinator.submit {
                    guard self.isOpen else { return }
                    self.disposeAfterEnd()
                    self.passCompletion()
                }
            }
            // The completion may be waiting for another thread: see `insideGateIfOpen(_:)`.
            disposeUpstream()
        }

        override func failedAndDisposed(_ error: Swift.Error) {
            passError(error)
        }

        private func passCompletion() {
            withCoordinator {
                guard $0.listens else { return }
                $0.waitingSince = endTime
                $0.ended()
                $0.waitingSince = nil
            }
        }

        private func passError(_ error: Swift.Error) {
            withCoordinator { if $0.listens { $0.failed(error) } }
        }
    }
}

extension ObservableType {
    /// As `timed`, with a coordinator that can detach from the source.
    func timedDetachably<Output>(
        startingWith dueTime: RxTimeInterval? = nil,
        function: StaticString = #function,
        _ makeCoordinator: @escaping (Sink<Output>) -> DetachableCoordinator<Element, Output>
    ) -> Observable<Output> {
        ClosureOperator(asObservable(), function: function) { source, downstream in
            let coordinator = makeCoordinator(downstream)
            downstream.setUpstream(coordinator)
            if let dueTime { coordinator.startTimer(dueTime) }
            coordinator.follow(source)
        }
    }
}
