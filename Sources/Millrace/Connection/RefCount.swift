import CMillrace

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ConnectableObservableType {
    /// Connects when the first subscriber comes, and disconnects when the last one has left.
    ///
    /// - **Emits** what the shared source emits. A subscriber subscribes first; then, if it is the first, it connects.
    /// - **Ends** when the shared source does, which disconnects: the next subscriber connects anew.
    /// - **Disposal** of the last subscription disposes the connection.
    /// - **Threads**: of subscribers that come at once, one connects; the others do not wait for it. Connecting and
    ///   disconnecting run outside of any lock.
    /// - **Complexity**: O(1) for each subscription; an event takes one call more.
    public func refCount() -> Observable<Element> {
        RefCount(self, RefCountPolicy(minimum: 1, grace: nil))
    }

    /// Connects when there are `minimum` subscribers, and disconnects when the last one has left; otherwise as
    /// `refCount()`.
    ///
    /// - Parameter minimum: how many subscribers it takes to connect, at least 1.
    public func refCount(minimum: Int) -> Observable<Element> {
        precondition(minimum > 0, "refCount(minimum:): minimum is \(minimum); it must be at least 1")
        return RefCount(self, RefCountPolicy(minimum: minimum, grace: nil))
    }

    /// Connects when there are `minimum` subscribers, and disconnects when there has been none for `gracePeriod`;
    /// otherwise as `refCount()`.
    ///
    /// - Parameters:
    ///   - minimum: how many subscribers it takes to connect, at least 1.
    ///   - gracePeriod: how long the connection outlives its last subscriber. One that comes meanwhile finds it.
    ///   - scheduler: what the period is timed on, and where it disconnects.
    public func refCount(
        minimum: Int = 1,
        gracePeriod: RxTimeInterval,
        scheduler: SchedulerType
    ) -> Observable<Element> {
        precondition(
            minimum > 0,
            "refCount(minimum:gracePeriod:scheduler:): minimum is \(minimum); it must be at least 1"
        )
        return RefCount(self, RefCountPolicy(minimum: minimum, grace: (gracePeriod, scheduler)))
    }
}

struct RefCountPolicy {
    let minimum: Int
    let grace: (period: RxTimeInterval, scheduler: SchedulerType)?
}

final class RefCount<Element>: Producer<Element>, @unchecked Sendable {
    private let source: Observable<Element>
    private let connect: () -> Disposable
    private let counter: RefCounter

    init<Source: ConnectableObservableType>(_ connectable: Source, _ policy: RefCountPolicy)
    where Source.Element == Element {
        source = connectable.asObservable()
        connect = { connectable.connect() }
        counter = RefCounter(policy, reconnect: connectable is ConnectableObservable<Element> ? nil : connect)
    }

    override func attach(owned downstream: Unmanaged<Sink<Element>>) {
        let downstream = downstream.takeRetainedValue()
        let sink = RefCountSink(downstream, counter)
        downstream.setUpstream(sink)
        source.attach(sink)
        counter.arrive(sink.ticket, unless: { sink.isDisposed }, connect: connect)
    }
}

/// One subscriber's share in the connection.
private final class RefCountSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    let ticket = RefCounter.Ticket()
    private let counter: RefCounter

    init(_ downstream: Sink<Element>, _ counter: RefCounter) {
        self.counter = counter
        super.init(downstream) { sink, element in
            unsafeDowncast(sink, to: RefCountSink<Element>.self).forward(element)
        }
    }

    override func error(_ error: Swift.Error) {
        counter.end(ticket)
        super.error(error)
    }

    override func completed() {
        counter.end(ticket)
        super.completed()
    }

    override func disposed() {
        counter.leave(ticket)
    }
}
