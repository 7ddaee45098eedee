/// The sink that stands in the observer list of a subject that replays, one for each subscription. It delivers what the
/// subject remembers and then what is emitted, without a gap and without a repetition.
///
/// The subscribing thread takes the snapshot and joins the list under the subject's lock, and then delivers the
/// snapshot. It is inside the sink's gate meanwhile, so events that other threads emit wait in the gate. Then it
/// delivers the waiting events in batches. Between two batches it leaves the gate for a moment, so that a thread that
/// emits without a pause can enter and deliver its own events. The thread that finds no event waiting opens the gate
/// wide: the sink is live, and emitters deliver to it directly.
@usableFromInline
class ReplayingSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    // Touched through `gate` alone.
    @usableFromInline
    @exclusivity(unchecked)
    final var gateWords = Gate.Storage()

    // How many nested deliveries have reached their own event; see `deliverNow`. Inside the gate.
    @exclusivity(unchecked)
    fileprivate final var nestedDeliveries: UInt32 = 0

    // Whether downstream is an `AnonymousSink` whose closure may be called directly.
    @usableFromInline
    final let callsEndDirectly: Bool

    @usableFromInline
    final let nests: Bool

    /// - Parameters:
    ///   - nests: whether events that a callback emits during the replay are delivered at once, and not after the rest.
    @inlinable
    init(_ downstream: Sink<Element>, nests: Bool) {
        callsEndDirectly = downstream.lifecycle.isDirect
        self.nests = nests
        super.init(downstream) { sink, element in
            sink.downcast(to: ReplayingSink<Element>.self).take(element)
        }
        gate.beginInside()
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        if isLive { super.error(error) } else { enqueue(.error(error)) }
    }

    @usableFromInline
    override func completed() {
        if isLive { super.completed() } else { enqueue(.completed) }
    }

    // The events that wait are still delivered and can be disposed, so downstream is released after them.
    @usableFromInline
    override func sourceReleased() {
        if isLive { super.sourceReleased() } else { enqueueRelease() }
    }

    // Drops the events that wait: a callback of the replay may be blocked for ever.
    @usableFromInline
    override func disposed() {
        if !isLive { gate.close(drop: EventNode.drop) }
    }

    // Out of line, so that `sourceReleased()` needs no metadata for an event that it does not send.
    @inline(never)
    private final func enqueueRelease() {
        enqueue(nil)
    }
}

extension ReplayingSink {
    /// An event that waits; `nil` means that the source is gone.
    @usableFromInline
    typealias EventNode = Gate.ValueNode<Event<Element>?>

    /// Calls the closure of the `AnonymousSink` below. An emission does so if the slot is marked as direct.
    ///
    /// The end of the chain is disposed a moment before this sink leaves its slot. Without the check, the closure could
    /// receive an element after an earlier event, delivered through `downstream`, had been dropped.
    @inlinable
    @inline(__always)
    final func callEnd(_ element: Element) {
        downstream.cast(to: AnonymousSink<Element>.self)
            .use { if $0.isOpen { $0.onNext(element) } }
    }

    /// Receives an element without going through `receive`. An emission calls it for each other slot, since the list of
    /// a subject that replays holds only sinks of this class.
    @inlinable
    @inline(__always)
    final func take(_ element: Element) {
        if isLive {
            downstream.next(element)
        } else {
            enqueue(.next(element))
        }
    }

    @inlinable
    @inline(__always)
    final var gate: Gate { Gate(at: &gateWords) }

    /// Whether emitters deliver to the sink directly.
    @inlinable
    @inline(__always)
    final var isLive: Bool { gate.isOpenWide }

    /// Takes an event that comes before the sink is live; `nil` means that the source is gone.
    @inlinable
    @inline(never)
    final func enqueue(_ event: Event<Element>?) {
        let node = EventNode.make(event)
        switch gate.push(node) {
        case .isOpen:
            deliver(node)
        case .isClosed:
            EventNode.drop(node)
        case .waits:
            switch gate.enter() {
            case .entered: goOn()
            case .nested: if nests { deliverNow(node) }
            default: break
            }
        }
    }

    /// Delivers the waiting events up to `last`, which the calling thread has queued from inside the gate. A callback
    /// of one of these events may call this function again; then the inner call delivers `last`, too.
    @usableFromInline
    final func deliverNow(_ last: Gate.Node) {
        let before = nestedDeliveries
        while nestedDeliveries == before, let node = gate.next(drop: EventNode.drop) {
            let isLast = node.address == last.address
            deliver(node)
            if isLast { nestedDeliveries &+= 1 }
        }
    }

    @inlinable
    final func deliver(_ node: Gate.Node) {
        if let event = EventNode.take(node) {
            if isOpen { downstream.use { $0.on(event) } }
        } else {
            downstream.use { $0.detachUpstream(self) }
        }
    }

    /// Delivers the waiting events in batches, and makes the sink live when none is left. If another thread enters the
    /// gate in between, that thread goes on instead. Called inside the gate; leaves the gate.
    @inlinable
    final func goOn() {
        repeat {
            let isDone = gate.deliverBatch(drop: EventNode.drop) { deliver($0) }
            if isDone, gate.openWide() {
                beCalledDirectly()
                return gate.free()
            }
            if gate.leave(), gate.waitForAnotherThread() { return }
        } while gate.enter() == .entered
    }

    /// Makes emissions call the closure below directly, if there is one. The sink is live.
    @inlinable
    final func beCalledDirectly() {
        if callsEndDirectly { lifecycle.markDirect() }
    }

    /// Ends the replay, after the snapshot has been delivered.
    @inlinable
    final func finishReplay() {
        goOn()
    }

    /// Makes the sink live without a replay. Called before any emission can reach the sink.
    @inlinable
    final func skipReplay() {
        _ = gate.openWide()
    }

    /// Ends the replay of a sink that did not join the list: delivers how the subject ended, if it has, and tells
    /// the sink that its source is gone.
    @inlinable
    final func finishReplay(with terminal: Terminal?) {
        finishReplay()
        terminal?.deliver(to: self)
        sourceReleased()
    }
}
