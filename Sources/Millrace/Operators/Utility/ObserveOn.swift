import CMillrace

extension ObservableType {
    /// Delivers the events of this source on `scheduler`.
    ///
    /// - **Emits** every element of the source, in order. On Millrace's dispatch and operation queues events that wait
    ///   are delivered in batches: one hop for a burst, at most 256 events a hop. On any other scheduler each event is
    ///   an action of its own.
    /// - **Completes**, and **fails**, when the source does, after the elements before it.
    /// - **Disposal** disposes the source's subscription; what still waits is dropped.
    /// - **Thread**: the source may emit on any thread; observers are called on `scheduler`, one event at a time.
    /// - **Complexity**: O(1) and one allocation for each event.
    @inlinable
    public func observe(on scheduler: ImmediateSchedulerType) -> Observable<Element> {
        let limit = scheduler is BatchingScheduler ? 256 : 1
        return ScheduledOperator(asObservable(), on: scheduler) { ObserveOnSink<Element>($0, scheduler, limit) }
    }
}

/// A scheduler that runs an action at a time of its own choosing, so that several events in one action are no different
/// from several actions.
@usableFromInline
protocol BatchingScheduler {}

@usableFromInline
final class ObserveOnSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    @usableFromInline
    typealias Link = UnsafeMutablePointer<mr_node>

    @usableFromInline
    let scheduler: ImmediateSchedulerType
    @usableFromInline
    let limit: Int
    @usableFromInline
    let inbox: UnsafeMutablePointer<mr_inbox>
    @usableFromInline
    let scheduled: SerialDisposable
    // The source's: no event follows.
    @usableFromInline
    @exclusivity(unchecked)
    var ended = false

    @inlinable
    init(_ downstream: Sink<Element>, _ scheduler: ImmediateSchedulerType, _ limit: Int) {
        self.scheduler = scheduler
        self.limit = limit
        inbox = .allocate(capacity: 1)
        scheduled = SerialDisposable()
        mr_inbox_init(inbox)
        super.init(downstream) { sink, element in
            unsafeDowncast(sink, to: ObserveOnSink<Element>.self).push(.next(element))
        }
    }

    // Every scheduled action holds the sink, so nobody is at the inbox.
    deinit {
        while let event = pop() { _ = event }
        if let last = mr_inbox_last_spent(inbox) { EventNode<Element>.free(last) }
        inbox.deallocate()
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        ended = true
        push(.error(error))
    }

    @usableFromInline
    override func completed() {
        ended = true
        push(.completed)
    }

    // What waits is still delivered, and disposable, so the chain is let go of when it has been.
    @usableFromInline
    override func sourceReleased() {
        if !ended { push(nil) }
    }

    @usableFromInline
    override func disposed() {
        scheduled.dispose()
    }

    @inlinable
    func push(_ event: Event<Element>?) {
        if !isOpen { return }
        if mr_inbox_push(inbox, EventNode.make(event)) { start() }
    }

    /// `nil` when nothing waits; `.some(nil)` stands for a source that is gone.
    @inlinable
    func pop() -> Event<Element>?? {
        var spent: Link?
        let link = mr_inbox_pop(inbox, &spent)
        if let spent { EventNode<Element>.free(spent) }
        guard let link else { return nil }
        return .some(EventNode<Element>.take(link))
    }

    /// Waits a moment for the next event, in a batch: a source that is about as fast as its observer would otherwise pay
    /// for a hop, and most often for waking a thread, with every event.
    @inlinable
    func linger() -> Event<Element>?? {
        guard limit > 1 else { return nil }
        for _ in 0..<64 {
            mr_cpu_relax()
            if let event = pop() { return event }
        }
        return nil
    }

    @inlinable
    func start() {
        // Known before the action can run, and so before the next one can be scheduled.
        let hop = SingleAssignmentDisposable()
        scheduled.disposable = hop
        hop.setDisposable(
            scheduler.schedule(self) { sink in
                sink.drain()
                return Disposables.create()
            }
        )
    }

    /// Delivers what waits, up to the limit of one action.
    @inlinable
    func drain() {
        var delivered = 0
        repeat {
            while let event = pop() ?? linger() {
                if !isOpen { continue }
                downstream._withUnsafeGuaranteedRef { downstream in
                    if let event { downstream.on(event) } else { downstream.dropUpstream(self) }
                }
                delivered += 1
                if delivered == limit {
                    if mr_inbox_rest(inbox) { start() }
                    return
                }
            }
        } while mr_inbox_rest(inbox)
    }
}

/// An event that waits in an inbox: the link, where the C core looks for it, and behind it the event, until it is taken.
///
/// Not a struct of both: other threads write the link while the event is moved out, and an access to one member counts
/// as one to the whole.
@usableFromInline
enum EventNode<Element> {
    @usableFromInline
    typealias Link = UnsafeMutablePointer<mr_node>

    @inlinable
    static var offset: Int {
        max(MemoryLayout<mr_node>.size, MemoryLayout<Event<Element>?>.alignment)
    }

    @inlinable
    static func content(_ link: Link) -> UnsafeMutablePointer<Event<Element>?> {
        (UnsafeMutableRawPointer(link) + offset).assumingMemoryBound(to: Event<Element>?.self)
    }

    @inlinable
    static func make(_ event: Event<Element>?) -> Link {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: offset + MemoryLayout<Event<Element>?>.size,
            alignment: max(MemoryLayout<mr_node>.alignment, MemoryLayout<Event<Element>?>.alignment)
        )
        let link = memory.initializeMemory(as: mr_node.self, to: mr_node())
        content(link).initialize(to: event)
        return link
    }

    /// Moves the event out; the node itself stays the inbox's.
    @inlinable
    static func take(_ link: Link) -> Event<Element>? {
        content(link).move()
    }

    @inlinable
    static func free(_ link: Link) {
        UnsafeMutableRawPointer(link).deallocate()
    }
}
