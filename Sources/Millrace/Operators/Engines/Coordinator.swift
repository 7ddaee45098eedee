/// The base of operators with several sources: a sink that passes on what its *inner sinks* receive, one event at a
/// time.
///
/// The coordinator is itself the sink of the operator's outer source (`Input`), if there is one. Its inner sinks belong
/// to a group, which is disposed after the outer source (`CombiningCoordinator` has a lifecycle word for each inner
/// sink instead). Except in `amb`, events of different sources meet in its *gate* (mr_gate.h): only the thread inside
/// calls downstream. A thread that finds another thread inside leaves its event there as a closure (GateWork.swift).
/// The operator's state is touched inside, unless a comment on it says otherwise.
///
/// The coordinator holds itself while anything feeds it: the outer source (or, until `ready()`, the thread that makes
/// the subscription) and every inner sink. When the last of them has been released, the coordinator detaches from
/// downstream and releases itself.
@usableFromInline
package class Coordinator<Input, Output>: OperatorSink<Input, Output>, @unchecked Sendable {
    // The words are accessed only through their addresses.
    @usableFromInline
    @exclusivity(unchecked)
    final var gateWords = Gate.Storage()
    @usableFromInline
    @exclusivity(unchecked)
    final var sourceCountWord = AtomicCounter.Storage(1)
    @usableFromInline
    @exclusivity(unchecked)
    final var groupWord = LazyReference.Storage()
    @usableFromInline
    @exclusivity(unchecked)
    final var subscriberWord = ThreadMark.Storage()

    /// The inner sink that is being subscribed and has not joined the group yet. Belongs to the thread that `subscriber`
    /// names.
    @usableFromInline
    @exclusivity(unchecked)
    final var subscribing: Held<DisposeBase>?

    /// Holds the sources back while an event waits at the gate; `nil` unless something below holds sources back.
    @usableFromInline
    final let gateMark: Watermark?

    @inlinable
    init(_ downstream: Sink<Output>, receive: @escaping Receive) {
        gateMark = HookSwitches.obeysPressure ? Watermark.gate(above: downstream) : nil
        super.init(downstream, plain: false, receive: receive)
        _ = Held(retaining: self)
    }

    deinit {
        if let group = groupSlot.object { Held<CompositeDisposable>(at: group).release() }
    }

    /// Whether elements of each source wait here until those of the others come, one for each event that goes on.
    var keepsUnmatched: Bool { false }

    @usableFromInline
    override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
        if let gateMark { path.watermarks.append(gateMark) }
        return super.describePressure(&path)
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        deliverLast(of: self) { self.fail(error) }
    }

    @usableFromInline
    override func sourceReleased() {
        sourceLeft()
    }

    /// Nothing feeds this coordinator any more: what downstream holds of it goes.
    func lastSourceLeft() {
        downstream.use { $0.detachUpstream(self) }
    }

    // The group comes first, then the inner sink that this thread is subscribing to its source further down the stack.
    @usableFromInline
    override func nextPart() -> Held<DisposeBase>? {
        if lifecycle.claim() {
            // The disposing thread closes the gate itself, since the thread inside may be blocked in a callback for
            // ever.
            GateWork.close(gate)
            if let group = groupSlot.object { return Held<DisposeBase>(at: group).retained() }
        }
        guard subscriber.isThisThread else { return nil }
        defer { subscribing = nil }
        return subscribing?.retained()
    }
}

// MARK: The gate

extension Coordinator {
    @inlinable
    @inline(__always)
    final var gate: Gate { Gate(at: &gateWords) }

    @inlinable
    @inline(__always)
    final var sourceCount: AtomicCounter { AtomicCounter(at: &sourceCountWord) }

    @inlinable
    @inline(__always)
    final var groupSlot: LazyReference { LazyReference(at: &groupWord) }

    /// The group of the inner sinks. It is made when the first sink joins, since the sinks of synchronous sources never
    /// join.
    @usableFromInline
    final var group: CompositeDisposable {
        if let group = groupSlot.object {
            return Held<CompositeDisposable>(at: group).object
        }
        let fresh = Held(retaining: CompositeDisposable())
        let group = groupSlot.publish(fresh.address)
        if group != fresh.address { fresh.release() }
        let result = Held<CompositeDisposable>(at: group).object
        // A disposal that came before the group was published has not found the group.
        if lifecycle.isDisposedAfterPublishing { result.dispose() }
        return result
    }

    /// The thread that is subscribing to an inner source.
    @inlinable
    @inline(__always)
    final var subscriber: ThreadMark { ThreadMark(at: &subscriberWord) }

    /// Does work inside the gate: at once, or as soon as the thread that is inside comes to it. `GateWork.deliver` has the
    /// details.
    @inlinable
    @inline(__always)
    final func deliver(nestedWaits: Bool = false, _ work: @autoclosure () -> (() -> Void)) {
        _ = GateWork.deliver(through: gate, holding: gateMark, nestedWaits: nestedWaits, work())
    }

    /// As `deliver`, for the event after which the operator needs nothing more from the source of `sink`, which is this
    /// coordinator or an inner sink. If the event has to wait, the source is disposed at once: it may be emitting in a
    /// loop on this thread, and the thread that is inside may be in a callback that does not return.
    @inlinable
    @inline(__always)
    final func deliverLast(of sink: DisposeBase, nestedWaits: Bool = false, _ work: @autoclosure () -> (() -> Void)) {
        if !GateWork.deliver(through: gate, holding: gateMark, nestedWaits: nestedWaits, work()) {
            sink.disposeUpstream()
        }
    }
}

// MARK: The sources

extension Coordinator {
    /// All inner sinks that come with the subscription have been attached. Called by operators without an outer source.
    @usableFromInline
    final func ready() {
        sourceLeft()
    }

    /// A source has been released: the outer one, or an inner one with its sink. May release this coordinator, so the
    /// caller must not touch the coordinator afterwards.
    @usableFromInline
    final func sourceLeft() {
        if sourceCount.add(-1) == 1 { detachDownstream() }
    }

    private func detachDownstream() {
        lastSourceLeft()
        releaseLink(Held(borrowing: self))
    }

    /// Subscribes an inner sink, then puts it into the group unless it has ended by then: most inner sources are
    /// synchronous, and their sinks need no place in the group. During the subscription, `subscribing` names the sink,
    /// so that a disposal from a callback reaches it. An inner sink that is subscribed inside that subscription, or
    /// while another thread subscribes one, joins the group before it is subscribed.
    @inlinable
    @discardableResult
    final func subscribe<Element>(
        _ sink: InnerSink<Element>,
        to source: Observable<Element>
    ) -> CompositeDisposable.DisposeKey? {
        guard subscriber.begin() == .entered else {
            let key = enroll(sink)
            source.subscribe(sink: sink)
            return sink.lifecycle.hasEnded ? nil : key
        }
        subscribing = Held(borrowing: sink)
        source.subscribe(sink: sink)
        subscribing = nil
        subscriber.end()
        return sink.lifecycle.hasEnded ? nil : enroll(sink)
    }

    /// Puts an inner sink into the group. The sink leaves the group by itself.
    @usableFromInline
    @discardableResult
    final func enroll<Element>(_ sink: InnerSink<Element>) -> CompositeDisposable.DisposeKey? {
        guard let key = group.insert(sink) else { return nil }
        sink.key = key
        if sink.lifecycle.joinGroup() { group.detach(key) }
        return key
    }
}
