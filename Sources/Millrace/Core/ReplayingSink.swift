/// What a subject with memory has in its observer list for each subscription: it begins with what the subject remembers,
/// and goes on with what is emitted, without a gap and without a repetition.
///
/// The subscribing thread takes the snapshot and joins the list under the subject's latch, delivers the snapshot, then
/// what other threads have emitted meanwhile, which waits in `queue`, and makes the sink live. mr_replay.h has the
/// protocol.
@usableFromInline
class ReplayingSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    // Touched through `queue` alone; must stay the first stored property.
    @usableFromInline
    @exclusivity(unchecked)
    final var storage = ReplayQueue.Storage()

    /// - Parameters:
    ///   - nests: whether events that the subscribing thread emits from inside its own replay are delivered there and
    ///     then, instead of after the rest.
    ///   - plain: as in `OperatorSink`.
    @inlinable
    init(_ downstream: Sink<Element>, nests: Bool, plain: Bool = true) {
        super.init(downstream, plain: plain) { sink, element in
            unsafeDowncast(sink, to: ReplayingSink<Element>.self).take(element)
        }
        if downstream.cell.isDirect { cell.tag |= ReplayingSink.aboveTheEnd }
        queue.begin(nests: nests)
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        if isLive { super.error(error) } else { enqueue(.error(error)) }
    }

    @usableFromInline
    override func completed() {
        if isLive { super.completed() } else { enqueue(.completed) }
    }

    // What waits is still delivered, and disposable, so downstream is let go of when it has been.
    @usableFromInline
    override func sourceReleased() {
        if isLive { super.sourceReleased() } else { enqueueRelease() }
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

    @inlinable
    @inline(__always)
    final var callsEndDirectly: Bool { cell.tag & ReplayingSink.aboveTheEnd != 0 }

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
    final var queue: ReplayQueue { ReplayQueue(at: subclassStorage) }

    /// Whether emitters deliver by themselves.
    @inlinable
    @inline(__always)
    final var isLive: Bool { queue.isLive }

    /// Takes an event that comes during the replay; `nil` stands for a source that is gone.
    @inlinable
    @inline(never)
    final func enqueue(_ event: Event<Element>?) {
        let node = EventNode<Element>.make(event)
        if !queue.push(node) {
            deliver(node)
        } else if queue.nestsHere {
            drain()
        }
    }

    /// Delivers what waits. The subscribing thread's.
    @inlinable
    final func drain() {
        while let node = queue.next() { deliver(node) }
    }

    @inlinable
    final func deliver(_ node: Node) {
        let event = EventNode<Element>.take(node)
        EventNode<Element>.free(node)
        if let event {
            if isOpen { downstream._withUnsafeGuaranteedRef { $0.on(event) } }
        } else {
            downstream._withUnsafeGuaranteedRef { $0.dropUpstream(self) }
        }
    }

    /// Ends the replay: delivers what has been emitted meanwhile and makes the sink live.
    @inlinable
    final func finishReplay() {
        repeat { drain() } while !queue.goLive()
    }

    /// Makes a sink live that nobody else knows yet.
    @inlinable
    final func skipReplay() {
        _ = queue.goLive()
    }

    /// The same, for a sink that did not get into the list: it hears how the subject ended, if it has, and is let go of.
    @inlinable
    final func finishReplay(with terminal: Terminal?) {
        finishReplay()
        terminal?.deliver(to: self)
        sourceReleased()
    }
}
