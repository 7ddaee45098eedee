extension ObservableType {
    /// Emits what one of several sources emits: the source that is the first to send an event.
    ///
    /// - **Emits** the elements of that source. All sources are subscribed to, in their order.
    /// - **Completes**, and **fails**, when that source does; a completion or an error may also be its first event.
    ///   Without sources it never ends.
    /// - **Disposal** disposes the subscriptions to all sources. The subscriptions to the other sources are disposed
    ///   before the first event is passed on, unless such a disposal makes the source send another one.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; O(sources) for each subscription.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let mirrors = [5, 2].map { seconds in
    ///     Observable.just("answered after \(seconds) s").delay(.seconds(seconds), scheduler: scheduler)
    /// }
    /// let subscription = Observable.amb(mirrors).subscribe(onNext: { print($0) })
    /// scheduler.start()
    /// // answered after 2 s
    /// ```
    ///
    /// - Parameter sequence: the sources.
    @inlinable
    public static func amb<Sequence: Swift.Sequence>(_ sequence: Sequence) -> Observable<Element>
    where Sequence.Element == Observable<Element> {
        let sources = Array(sequence)
        let receive = AmbCoordinator<Element>.ContenderSink.makeReceive()
        return ClosureSource { AmbCoordinator.attach(sources, to: $0, receive: receive) }
    }

    /// Emits what one of two sources emits: the source that is the first to send an event; otherwise as `amb(_:)` of a
    /// sequence.
    ///
    /// ![Marble diagram, in seconds. Source: a at 3, b at 5, c at 7, the end at 9. Numbers: 1 at 1, 2 at 3, 3 at 5, the
    /// end at 6. Result: 1 at 1, 2 at 3, 3 at 5, the end at 6.](marbles-amb)
    ///
    /// ```swift
    /// let (near, far) = (PublishSubject<String>(), PublishSubject<String>())
    /// let subscription = near.amb(far).subscribe(onNext: { print($0) })
    /// far.onNext("far 1")
    /// near.onNext("near 1") // too late
    /// far.onNext("far 2")
    /// // far 1
    /// // far 2
    /// ```
    ///
    /// - Parameter right: the other source.
    @inlinable
    public func amb<Source: ObservableType>(_ right: Source) -> Observable<Element> where Source.Element == Element {
        let right = right.asObservable()
        let receive = AmbCoordinator<Element>.ContenderSink.makeReceive()
        return ClosureOperator(asObservable()) { AmbCoordinator.attach([$0, right], to: $1, receive: receive) }
    }
}

/// Lets one of its sources through. The gate is not used: the first source to count `votes` up from 0 has won, and no
/// other source calls downstream.
@usableFromInline
final class AmbCoordinator<Element>: Coordinator<Never, Element>, @unchecked Sendable {
    // The sources' keys in the group. Written before the first source is subscribed to; afterwards only the winner uses
    // them.
    private var keys: [CompositeDisposable.DisposeKey?] = []

    // Accessed only through `votes`.
    @exclusivity(unchecked)
    private var votesWord = AtomicCounter.Storage()

    private init(_ downstream: Sink<Element>) {
        super.init(downstream) { _, _ in }
    }

    @usableFromInline
    static func attach(
        _ sources: [Observable<Element>],
        to downstream: Sink<Element>,
        receive: @escaping Sink<Element>.Receive
    ) {
        let coordinator = AmbCoordinator(downstream)
        downstream.setUpstream(coordinator)
        let sinks = sources.indices.map { ContenderSink(coordinator, $0, receive: receive) }
        coordinator.keys = sinks.map { coordinator.enroll($0) }
        for (sink, source) in zip(sinks, sources) { source.subscribe(sink: sink) }
        coordinator.ready()
    }

    private var votes: AtomicCounter { AtomicCounter(at: &votesWord) }

    /// True for the first caller.
    fileprivate func elect() -> Bool { votes.value == 0 && votes.add(1) == 0 }

    /// Disposes all sources but the one that was elected, which may send further events meanwhile.
    fileprivate func disposeOthers(than index: Int) {
        let keys = self.keys
        self.keys = []
        for (other, key) in keys.enumerated() where other != index {
            if let key { group.remove(for: key) }
        }
    }
}

extension AmbCoordinator {
    /// The sink of one of the sources.
    @usableFromInline
    final class ContenderSink: Coordinator<Never, Element>.RelayingSink, @unchecked Sendable {
        private let index: Int

        // Used only by the thread that the source emits on.
        @usableFromInline
        @exclusivity(unchecked)
        var hasWon = false

        fileprivate init(_ coordinator: AmbCoordinator<Element>, _ index: Int, receive: @escaping Receive) {
            self.index = index
            super.init(coordinator, receive: receive)
        }

        /// What the sinks do with an element; made where the operator is used, so that it is specialized there.
        @inlinable
        static func makeReceive() -> Receive {
            { sink, element in
                let sink = sink.downcast(to: ContenderSink.self)
                if sink.hasWon || sink.wins() { sink.coordinator.use { $0.forward(element) } }
            }
        }

        @usableFromInline
        func wins() -> Bool {
            if hasWon { return true }
            return isOpen
                && coordinator.use {
                    let coordinator = $0.downcast(to: AmbCoordinator<Element>.self)
                    guard coordinator.elect() else { return false }
                    hasWon = true
                    coordinator.disposeOthers(than: index)
                    return true
                }
        }

        @usableFromInline
        override func error(_ error: Swift.Error) {
            if wins() { coordinator.use { $0.fail(error) } }
        }

        @usableFromInline
        override func completed() {
            if wins() { coordinator.use { $0.finish() } }
        }
    }
}
