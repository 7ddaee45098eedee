import CMillrace

#if canImport(Synchronization) && !canImport(Darwin)
    import Synchronization
#endif

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
    final var storage = mr_replay()

    /// - Parameters:
    ///   - nests: whether events that the subscribing thread emits from inside its own replay are delivered there and
    ///     then, instead of after the rest.
    ///   - plain: as in `OperatorSink`.
    @inlinable
    init(_ downstream: Sink<Element>, nests: Bool, plain: Bool = true) {
        super.init(downstream, plain: plain) { sink, element in
            unsafeDowncast(sink, to: ReplayingSink<Element>.self).take(element)
        }
        if mr_sink_is_direct(downstream.cell) { cell.pointee.tag |= ReplayingSink.aboveTheEnd }
        mr_replay_init(queue, nests ? UnsafeRawPointer(mr_thread_current()) : nil)
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
    final var callsEndDirectly: Bool { cell.pointee.tag & ReplayingSink.aboveTheEnd != 0 }

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
    final var queue: UnsafeMutablePointer<mr_replay> {
        let offset =
            ObjectLayout.header + MemoryLayout<mr_sink>.size + MemoryLayout<Receive>.size
            + MemoryLayout<UnsafeRawPointer>.size
        return (Unmanaged.passUnretained(self).toOpaque() + offset).assumingMemoryBound(to: mr_replay.self)
    }

    /// Whether emitters deliver by themselves. The same load as `mr_replay_is_live`; in Swift for the reason that
    /// `DisposeBase.isOpen` gives.
    @inlinable
    @inline(__always)
    final var isLive: Bool {
        #if canImport(Synchronization) && !canImport(Darwin)
            let word = UnsafeRawPointer(queue).assumingMemoryBound(to: Atomic<UInt>.self)
            return word.pointee.load(ordering: .acquiring) == MR_REPLAY_LIVE
        #else
            return mr_replay_is_live(queue)
        #endif
    }

    /// Takes an event that comes during the replay; `nil` stands for a source that is gone.
    @inlinable
    @inline(never)
    final func enqueue(_ event: Event<Element>?) {
        let node = EventNode<Element>.make(event)
        if !mr_replay_push(queue, node) {
            deliver(node)
        } else if let thread = queue.pointee.nests_on, thread == UnsafeRawPointer(mr_thread_current()) {
            drain()
        }
    }

    /// Delivers what waits. The subscribing thread's.
    @inlinable
    final func drain() {
        while let node = mr_replay_next(queue) { deliver(node) }
    }

    @inlinable
    final func deliver(_ node: EventNode<Element>.Link) {
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
        repeat { drain() } while !mr_replay_go_live(queue)
    }

    /// The same, for a sink that did not get into the list: it hears how the subject ended, if it has, and is let go of.
    @inlinable
    final func finishReplay(with terminal: Terminal?) {
        finishReplay()
        terminal?.deliver(to: self)
        sourceReleased()
    }
}

extension ObserverList {
    /// Delivers an element to the observers of a subject with memory, and ends the emission.
    @inlinable
    @inline(__always)
    func deliverToReplaying(_ element: Element, _ emission: inout mr_emission) {
        while true {
            let slot = mr_emission_next(&emission) & ~MR_SLOT_FLAGS
            guard let cell = UnsafeRawPointer(bitPattern: slot) else { break }
            Unmanaged<ReplayingSink<Element>>.fromOpaque(cell - ObjectLayout.header)
                ._withUnsafeGuaranteedRef { $0.take(element) }
        }
        if let garbage = mr_emission_end(&emission) { releaseGarbage(garbage) }
    }

    /// Adds `sink` to the list of a subject with memory. `snapshot` is called under the latch, with whether the subject
    /// has ended; it may copy what the subject remembers, and nothing else.
    ///
    /// An emission stores its element and reads the list's end under the same latch. So either the sink is in the list
    /// by then and gets the element live, or the element is in its snapshot.
    @inlinable
    @inline(__always)
    func join(_ sink: ReplayingSink<Element>, latch: Latch, snapshot: (_ ended: Bool) -> Void) -> mr_joining {
        let list = mr_hub_terminal(hub) == 0 ? mr_hub_open(hub) : mr_list_closed()
        let owned = Unmanaged.passRetained(sink)
        mr_latch_enter(latch)
        let ended = mr_hub_terminal(hub) != 0
        snapshot(ended)
        let joining = ended ? MR_JOIN_CLOSED : mr_list_join(list, sink.cell)
        mr_latch_leave(latch)
        if joining != MR_JOINED { owned.release() }
        return joining
    }
}
