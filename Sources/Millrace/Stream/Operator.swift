/// A source whose subscription runs on the current thread's trampoline: work that is scheduled on
/// `CurrentThreadScheduler` while the subscription is made waits until it has been made.
@usableFromInline
package class Producer<Element>: Observable<Element>, @unchecked Sendable {
    @inlinable
    override init() {
        super.init()
    }

    @usableFromInline
    override final func subscribe(sink: Sink<Element>) {
        let sink = Held(retaining: sink)
        if _slowPath(HookSwitches.watchesSubscriptions), !admit(sink, onTrampoline: true) { return }
        Trampoline.run { attach(owned: sink) }
    }
}

/// The observable that an operator with one source returns. For each subscription it makes a sink and attaches the sink
/// to the source.
///
/// `makeSink` is a closure that is written in an inlinable operator. So the sink's class is known where the operator is
/// used, and subscribing looks up no metadata. `makeSink` gives the sink to no other object: see `ChainLink`.
@usableFromInline
package final class Operator<Input, Output>: Producer<Output>, @unchecked Sendable {
    // Owned; unmanaged so that long chains are released without recursion.
    @usableFromInline
    let source: Held<Observable<Input>>

    @usableFromInline
    let makeSink: (__owned Sink<Output>) -> Sink<Input>

    /// The operator's function, in one word.
    @usableFromInline
    let function: UnsafePointer<UInt8>

    @usableFromInline
    let kind: SourceKind

    /// - Parameters:
    ///   - kind: how the operator emits. Default: when its source emits.
    ///   - function: the operator's function, which is the caller's.
    @inlinable
    package init(
        _ source: Observable<Input>,
        kind: SourceKind = .relaying,
        function: StaticString = #function,
        makeSink: @escaping (__owned Sink<Output>) -> Sink<Input>
    ) {
        self.source = Held(retaining: source)
        self.makeSink = makeSink
        self.function = function.utf8Start
        self.kind = kind
        super.init()
    }

    /// An operator that passes all events on in actions of a scheduler.
    @usableFromInline
    convenience init(
        _ source: Observable<Input>,
        on scheduler: ImmediateSchedulerType,
        function: StaticString = #function,
        makeSink: @escaping (__owned Sink<Output>) -> Sink<Input>
    ) {
        self.init(source, kind: .scheduled(Awaited(.event, of: scheduler)), function: function, makeSink: makeSink)
        #if DEBUG || TRACE_RESOURCES
            Resources.incrementObservables(on: scheduler)
        #endif
    }

    deinit {
        #if DEBUG || TRACE_RESOURCES
            if case .scheduled(let actions) = kind { Resources.decrementObservables(on: actions.scheduler) }
        #endif
        releaseLink(source)
    }

    override var traits: SourceTraits { SourceTraits(kind: kind, function: function, source: source.cast()) }

    @usableFromInline
    override func makeLink(before downstream: Held<DisposeBase>, isAlone: inout Bool) -> ChainLink? {
        link(before: downstream.cast())
    }

    override func makeMeteredLink(before downstream: Held<DisposeBase>, _ number: Int) -> MeteredLink? {
        MeteredLink(below: makeSink(downstream.cast(to: Sink<Output>.self).take()), fedBy: source, .meter(number))
    }

    @usableFromInline
    override func attach(owned downstream: Held<Sink<Output>>) {
        link(before: downstream).attach(to: downstream.cast())
    }

    private func link(before downstream: Held<Sink<Output>>) -> ChainLink {
        ChainLink(.init(retaining: makeSink(downstream.take())), fedBy: source)
    }
}

/// One operator's step in a walk up a chain: the operator's sink, and the source that is to feed it. The types are
/// erased, so the walk looks up no metadata.
///
/// # Shared sources that a chain leaves out
///
/// Each operator of a `SharedSequence` feeds a shared source of its own. In the middle of a chain, only the next
/// operator holds that shared source. Let A be a shared source, and B the operator below it, which nothing else knows.
/// When the shared source that B feeds connects, the walk finds out whether B has the only strong reference to A. If B
/// has, and no sink is subscribed to A, nothing else can subscribe to A later. A then leaves itself out: its link has
/// the sink that it was given, and the source that would have fed A. The walk then asks the same of that source.
///
/// The test counts strong references. A weak or unowned reference to the shared source can become a strong one at any
/// time, even during the test, and its holder can subscribe. The shared source then finds no connection and makes one,
/// as for any first subscriber. The stage runs once for that connection and once for the chain that left the source
/// out, and the connection does not replay what the chain has received. The two share nothing, so each gets its events
/// once and in order. The objects stay alive: the operator holds the shared source, and the shared source holds what
/// feeds it.
///
/// A shared source is left out only if the shared source below it is a *shared stage*: the operator between the two
/// passes every terminal event on at once and never ends by itself. Below any other operator, a shared source may
/// connect a second time while the first connection of the shared source above still exists, and has to find that
/// connection.
@usableFromInline
struct ChainLink {
    /// The operator's sink, which holds the sink below it. The walk owns one reference to the operator's sink.
    @usableFromInline
    let sink: Held<DisposeBase>

    /// The source that is to feed the sink. Its element type is unknown: through this reference, only methods are
    /// called that handle no element.
    @usableFromInline
    let source: Held<Observable<Never>>

    @inline(__always)
    init<Element>(_ sink: Held<Sink<Element>>, fedBy source: Held<Observable<Element>>) {
        self.sink = sink.cast()
        self.source = source.cast()
    }

    /// Walks up a chain from its lowest operator, whose link this is, to the first source that is not an operator, and
    /// subscribes the topmost sink to that source. A loop, so that chains of any length take a bounded stack.
    ///
    /// While the loop runs, no other thread can find the new sinks. So their words are written without atomic
    /// read-modify-writes. Two steps follow the loop and publish all sinks together. First, `downstream` is given its
    /// upstream, which publishes the sinks to a thread that disposes `downstream`. Then the topmost sink is attached to
    /// the source, which publishes the sinks to the threads that emit.
    ///
    /// - Parameter alone: whether only the caller knows the lowest operator; see `ChainLink`.
    func attach(to downstream: Held<DisposeBase>, alone: Bool = false) {
        var last = self
        var alone = alone
        while true {
            alone = alone && UniqueOwner.isOnlyReference(last.source)
            guard let next = last.source.use({ $0.makeLink(before: last.sink, isAlone: &alone) }) else { break }
            if next.sink.address != last.sink.address { last.sink.use { $0.setPrivateUpstream(next.sink) } }
            last = next
        }
        // Each sink holds the sink below it, and the walk owns a reference to the topmost sink.
        downstream.use { $0.setUpstream(fresh: sink) }
        let top = last.sink.cast(to: Sink<Never>.self)
        if _slowPath(HookSwitches.obeysPressure), !last.source.object.isAllowed(to: top) { return }
        last.source.use { $0.attach(owned: top) }
    }
}
