/// What a subject with memory has in its observer list for each subscription: it begins with what the subject remembers,
/// and goes on with what is emitted, without a gap and without a repetition.
///
/// The subscribing thread takes the snapshot and joins the list under the subject's lock, and delivers the snapshot. It is
/// inside the sink's gate meanwhile, so that what other threads emit waits there. Then it delivers what waits, in batches,
/// between which it leaves the gate for a moment: a thread that emits without a pause comes in and goes on with its own
/// events. Whichever thread finds nothing waiting opens the gate wide: the sink is live, and emitters deliver by themselves.
@usableFromInline
class ReplayingSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    // Touched through `gate` alone.
    @usableFromInline
    @exclusivity(unchecked)
    final var gateWords = Gate.Storage()

    // How many events have been delivered there and then. Inside the gate.
    @exclusivity(unchecked)
    fileprivate final var nestedDeliveries: UInt32 = 0

    /// - Parameters:
    ///   - nests: whether events that a callback emits during the replay are delivered there and then, instead of after the
    ///     rest.
    @inlinable
    init(_ downstream: Sink<Element>, nests: Bool) {
        super.init(downstream) { sink, element in
            sink.downcast(to: ReplayingSink<Element>.self).take(element)
        }
        if downstream.lifecycle.isDirect { lifecycle.tag |= ReplayingSink.aboveTheEnd }
        if nests { lifecycle.tag |= ReplayingSink.nests }
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

    // What waits is still delivered, and disposable, so downstream is released when it has been.
    @usableFromInline
    override func sourceReleased() {
        if isLive { super.sourceReleased() } else { enqueueRelease() }
    }

    // A callback of the replay may be blocked for ever.
    @usableFromInline
    override func disposed() {
        if !isLive { gate.close(drop: EventNode<Element>.drop) }
    }

    // By itself, so that `sourceReleased()` looks no metadata up for the sake of an event that it does not send.
    @inline(never)
    private final func enqueueRelease() {
        enqueue(nil)
    }
}

extension ReplayingSink {
    /// In the tag: downstream is an `AnonymousSink` whose closure may be called directly.
    @inlinable
    @inline(__always)
    static var aboveTheEnd: UInt32 { 1 }

    /// In the tag: see `init`.
    @inlinable
    @inline(__always)
    static var nests: UInt32 { 2 }

    @inlinable
    @inline(__always)
    final var callsEndDirectly: Bool { lifecycle.tag & ReplayingSink.aboveTheEnd != 0 }

    /// What the sink receives its elements with, other than through `receive`: an emission calls it for each slot, since
    /// the list of a subject with memory holds nothing but sinks of this class.
    @inlinable
    @inline(__always)
    final func take(_ element: Element) {
        if isLive { pass(element) } else { enqueue(.next(element)) }
    }

    /// Calls downstream, or the closure at the end of the chain if that is what downstream is.
    ///
    /// The end is disposed a moment before this sink leaves its slot. Without the check it would get an event after one
    /// that took the other way had been dropped.
    @inlinable
    @inline(__always)
    final func pass(_ element: Element) {
        if callsEndDirectly {
            Unmanaged<AnonymousSink<Element>>.fromOpaque(downstream.toOpaque())
                ._withUnsafeGuaranteedRef { if $0.isOpen { $0.onNext(element) } }
        } else {
            downstream.next(element)
        }
    }

    @inlinable
    @inline(__always)
    final var gate: Gate { Gate(at: &gateWords) }

    /// Whether emitters deliver by themselves.
    @inlinable
    @inline(__always)
    final var isLive: Bool { gate.isOpenWide }

    /// Takes an event that comes before the sink is live; `nil` stands for a source that is gone.
    @inlinable
    @inline(never)
    final func enqueue(_ event: Event<Element>?) {
        let node = EventNode<Element>.make(event)
        switch gate.push(node) {
        case .isOpen:
            deliver(node)
        case .isClosed:
            EventNode<Element>.drop(node)
        case .waits:
            switch gate.enter() {
            case .entered: goOn()
            case .nested: if lifecycle.tag & ReplayingSink.nests != 0 { deliverNow(node) }
            default: break
            }
        }
    }

    /// Delivers what waits up to an event of the calling thread's own, which is inside the gate already. A callback of
    /// these may call this as well, and then delivers more.
    @usableFromInline
    final func deliverNow(_ last: Node) {
        let before = nestedDeliveries
        while nestedDeliveries == before, let node = gate.next(drop: EventNode<Element>.drop) {
            let isLast = node.address == last.address
            deliver(node)
            if isLast { nestedDeliveries &+= 1 }
        }
    }

    @inlinable
    final func deliver(_ node: Node) {
        let event = EventNode<Element>.take(node)
        EventNode<Element>.free(node)
        if let event {
            if isOpen { downstream._withUnsafeGuaranteedRef { $0.on(event) } }
        } else {
            downstream._withUnsafeGuaranteedRef { $0.detachUpstream(self) }
        }
    }

    /// Delivers what waits, in batches, and makes the sink live when nothing does; unless another thread comes in between,
    /// which will. Called inside the gate, and leaves it.
    @inlinable
    final func goOn() {
        repeat {
            let isDone = gate.deliverBatch(drop: EventNode<Element>.drop) { deliver($0) }
            if isDone, gate.openWide() { return gate.free() }
            if gate.leave(), gate.waitForAnotherThread() { return }
        } while gate.enter() == .entered
    }

    /// Ends the replay, when the snapshot has been delivered.
    @inlinable
    final func finishReplay() {
        goOn()
    }

    /// Makes a sink live that nobody else knows yet.
    @inlinable
    final func skipReplay() {
        _ = gate.openWide()
    }

    /// The same, for a sink that did not get into the list: it hears how the subject ended, if it has, and is let go of.
    @inlinable
    final func finishReplay(with terminal: Terminal?) {
        finishReplay()
        terminal?.deliver(to: self)
        sourceReleased()
    }
}

/// An event that waits in a queue of links: the link, where the C core looks for it, and behind it the event, until it is
/// taken.
///
/// Not a struct of both: other threads write the link while the event is moved out, and an access to one member counts
/// as one to the whole.
@usableFromInline
enum EventNode<Element> {
    @inlinable
    static var offset: Int {
        max(Node.size, MemoryLayout<Event<Element>?>.alignment)
    }

    @inlinable
    static func content(_ link: Node) -> UnsafeMutablePointer<Event<Element>?> {
        (link.memory + offset).assumingMemoryBound(to: Event<Element>?.self)
    }

    @inlinable
    static func make(_ event: Event<Element>?) -> Node {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: offset + MemoryLayout<Event<Element>?>.size,
            alignment: max(Node.alignment, MemoryLayout<Event<Element>?>.alignment)
        )
        let link = Node(initializing: memory)
        content(link).initialize(to: event)
        return link
    }

    /// Moves the event out.
    @inlinable
    static func take(_ link: Node) -> Event<Element>? {
        content(link).move()
    }

    /// Releases the event and the memory.
    @usableFromInline
    static func drop(_ link: Node) {
        _ = take(link)
        free(link)
    }

    @inlinable
    static func free(_ link: Node) {
        link.memory.deallocate()
    }
}
