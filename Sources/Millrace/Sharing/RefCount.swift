#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ConnectableObservableType {
    /// Connects when the first subscriber comes, and disconnects when the last one has left.
    ///
    /// - **Emits** what the shared source emits. A new subscriber is subscribed first; then, if it is the first one,
    ///   the source is connected.
    /// - **Ends** when the shared source does, which disconnects: the next subscriber connects again.
    /// - **Disposal** of the last subscription disposes the connection, as soon as the source has returned from its
    ///   `subscribe`.
    /// - **Threads**: of subscribers that come at once, one connects; the others do not wait for it. Connecting and
    ///   disconnecting run outside of any lock.
    /// - **Complexity**: O(1) for each subscription; one more call for each event.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let shared = prices.do(onSubscribe: { print("connected") }).publish().refCount()
    /// let first = shared.subscribe(onNext: { print("first: \($0)") })
    /// let second = shared.subscribe(onNext: { print("second: \($0)") })
    /// prices.onNext(101)
    /// first.dispose()
    /// second.dispose()  // disconnects
    /// print("connected: \(prices.hasObservers)")
    /// // connected
    /// // first: 101
    /// // second: 101
    /// // connected: false
    /// ```
    public func refCount() -> Observable<Element> {
        RefCount(self, RefCounter.Policy(minimum: 1, grace: nil))
    }

    /// Connects when there are `minimum` subscribers, and disconnects when the last one has left; otherwise as
    /// `refCount()`.
    ///
    /// - Parameter minimum: how many subscribers it takes to connect, at least 1.
    public func refCount(minimum: Int) -> Observable<Element> {
        require(minimum > 0, "refCount(minimum:): minimum is \(minimum); it must be at least 1")
        return RefCount(self, RefCounter.Policy(minimum: minimum, grace: nil))
    }

    /// Connects when there are `minimum` subscribers, and disconnects when there has been none for `gracePeriod`;
    /// otherwise as `refCount()`.
    ///
    /// - Parameters:
    ///   - minimum: how many subscribers it takes to connect, at least 1.
    ///   - gracePeriod: how long the connection outlives its last subscriber. A subscriber that comes meanwhile joins
    ///     it.
    ///   - scheduler: the scheduler that times the period, and on which the connection is disposed.
    public func refCount(
        minimum: Int = 1,
        gracePeriod: RxTimeInterval,
        scheduler: SchedulerType
    ) -> Observable<Element> {
        require(
            minimum > 0,
            "refCount(minimum:gracePeriod:scheduler:): minimum is \(minimum); it must be at least 1"
        )
        return RefCount(self, RefCounter.Policy(minimum: minimum, grace: (gracePeriod, scheduler)))
    }
}

final class RefCount<Element>: Producer<Element>, @unchecked Sendable {
    /// What subscribers subscribe to.
    private enum Source {
        case own(ConnectableObservable<Element>)
        case foreign(Observable<Element>, connect: () -> Disposable, RefCounter)
    }

    private let source: Source
    private let policy: RefCounter.Policy

    init<Connectable: ConnectableObservableType>(_ connectable: Connectable, _ policy: RefCounter.Policy)
    where Connectable.Element == Element {
        self.policy = policy
        // A cast: a connectable source may be of a user's own type, which has no `SharedSubject`.
        if let own = connectable as? ConnectableObservable<Element> {
            source = .own(own)
        } else {
            let connect = { connectable.connect() }
            source = .foreign(connectable.asObservable(), connect: connect, RefCounter(policy, reconnect: connect))
        }
    }

    // The next object may get this one's address. Subscribers hold their counter themselves.
    deinit {
        if case .own(let connectable) = source { connectable.forgetCounter(of: ObjectIdentifier(self)) }
    }

    override var traits: SourceTraits { SourceTraits(kind: .free, named: "refCount()") }

    override func attach(owned downstream: Held<Sink<Element>>) {
        let downstream = downstream.take()
        let sink = RefCountSink(downstream)
        downstream.setUpstream(sink)
        switch source {
        case .own(let connectable):
            attach(sink, to: connectable)
        case .foreign(let source, let connect, let counter):
            let join = { source.attach(sink) }
            guard counter.arrive(sink.ticket, joining: join) == .counted else { return }
            join()
            counter.settle(connect)
        }
    }

    /// Counts the sink first, so that the subject is not retired before the sink has joined it. In `.foreign`, too, the
    /// sink is counted before it joins: a source of a user's own type may have such subjects.
    private func attach(_ sink: RefCountSink, to connectable: ConnectableObservable<Element>) {
        while true {
            let subject = connectable.currentSubject()
            let counter = counter(of: subject, connectable.state)
            switch counter.arrive(sink.ticket) {
            case .gone, .waits:
                return
            case .closed:
                continue
            case .counted:
                subject.output.attach(sink)
                counter.settle { connectable.connect(subject) ?? NopDisposable.instance }
                return
            }
        }
    }

    private func counter(
        of subject: ConnectableObservable<Element>.SharedSubject,
        _ state: ConnectableObservable<Element>.State
    )
        -> RefCounter
    {
        let identity = subject.identity
        let owner = ObjectIdentifier(self)
        if let counter = subject.counters.access({ $0.first { $0.owner == owner }?.counter }) { return counter }
        let fresh = RefCounter(policy, retire: { ConnectableObservable.retire(identity, in: state) })
        return subject.counters.access { counters in
            if let counter = counters.first(where: { $0.owner == owner })?.counter { return counter }
            counters.append((owner, fresh))
            return fresh
        }
    }
}

extension RefCount {
    /// One subscriber's share in the connection.
    fileprivate final class RefCountSink: OperatorSink<Element, Element>, @unchecked Sendable {
        let ticket = RefCounter.Ticket()

        init(_ downstream: Sink<Element>) {
            super.init(downstream, receive: RefCountSink.forwarding)
        }

        override func error(_ error: Swift.Error) {
            ticket.end()
            super.error(error)
        }

        override func completed() {
            ticket.end()
            super.completed()
        }

        override func disposed() {
            ticket.leave()
        }
    }
}
