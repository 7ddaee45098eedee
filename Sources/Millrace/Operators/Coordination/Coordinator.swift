/// The base of operators with several sources: a sink that passes on what its *inner sinks* receive, one event at a
/// time.
///
/// The coordinator is itself the sink of the operator's outer source (`Input`), if there is one. Its inner sinks belong
/// to a group, which is disposed after the outer source (`CombiningCoordinator` has a lifecycle word for each inner
/// sink instead). Events of different sources meet in its *gate* (mr_gate.h): only the thread inside touches the
/// operator's state and calls downstream. A thread that finds another thread inside leaves its event there as a closure
/// (GateWork.swift).
///
/// The coordinator holds itself while anything feeds it: the outer source (or, until `ready()`, the thread that makes
/// the subscription) and every inner sink. When the last of them has been released, the coordinator detaches from
/// downstream and releases itself.
@usableFromInline
class Coordinator<Input, Output>: OperatorSink<Input, Output>, @unchecked Sendable {
    // The words are accessed only through their addresses.
    @usableFromInline
    @exclusivity(unchecked)
    final var gateWords = Gate.Storage()
    @usableFromInline
    @exclusivity(unchecked)
    final var sourceCountWords = SourceCount.Storage()
    @usableFromInline
    @exclusivity(unchecked)
    final var groupWord = LazyReference.Storage()
    /// Says which thread is subscribing to an inner source. A gate at which no events wait.
    @usableFromInline
    @exclusivity(unchecked)
    final var subscribingGateWords = Gate.Storage()

    /// The inner sink that is being subscribed and has not joined the group yet. Belongs to the thread inside
    /// `subscribingGate`.
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

    @usableFromInline
    override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
        if let gateMark { path.watermarks.append(gateMark) }
        return super.describePressure(&path)
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        endInsideGate { $0.fail(error) }
    }

    @usableFromInline
    override func sourceReleased() {
        outerReleased()
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
        switch subscribingGate.enter() {
        case .nested:
            defer { subscribing = nil }
            return subscribing?.retained()
        case .entered:
            subscribingGate.free()
            return nil
        default:
            return nil
        }
    }
}

// MARK: The gate

extension Coordinator {
    @inlinable
    @inline(__always)
    final var gate: Gate { Gate(at: &gateWords) }

    @inlinable
    @inline(__always)
    final var sourceCount: SourceCount { SourceCount(at: &sourceCountWords) }

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

    @inlinable
    @inline(__always)
    final var subscribingGate: Gate { Gate(at: &subscribingGateWords) }

    /// Enters the gate. `GateWork.enterAndCatchUp(_:)` says what the caller must do after `.busy`.
    @inlinable
    @inline(__always)
    final func enterGate() -> Gate.Pass { GateWork.enterAndCatchUp(gate) }

    @inlinable
    @inline(__always)
    final func leaveGate(_ pass: Gate.Pass) { GateWork.leaveAndSettle(gate, pass) }

    /// Leaves work for the thread that is inside, or does the work if that thread has left.
    @usableFromInline
    final func submit(_ work: @escaping () -> Void) {
        guard let gateMark else { return GateWork.submit(work, gate) }
        gateMark.add()
        GateWork.submit(
            {
                work()
                gateMark.remove()
            },
            gate
        )
    }

    /// Does work inside the gate: at once, or as soon as the thread that is inside comes to it. For work that is not
    /// done with every element.
    @usableFromInline
    final func insideGate(_ work: @escaping (Coordinator<Input, Output>) -> Void) {
        let pass = enterGate()
        if pass == .busy { return submit { work(self) } }
        work(self)
        leaveGate(pass)
    }

    /// As `insideGate(_:)`, for the end of the outer source. If the end has to wait, the source is disposed at once: it
    /// may be emitting in a loop on this thread, and the thread that is inside may be in a callback that does not
    /// return.
    @usableFromInline
    final func endInsideGate(_ work: @escaping (Coordinator<Input, Output>) -> Void) {
        let pass = enterGate()
        if pass == .busy {
            submit { work(self) }
            return disposeUpstream()
        }
        work(self)
        leaveGate(pass)
    }
}

// MARK: The sources

extension Coordinator {
    /// What an inner sink whose elements are passed on has to say about the pressure on its source.
    @usableFromInline
    final func describeInnerPressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
        // Without an outer source, the program itself has named the inner sources; a wrong one is its mistake.
        if Input.self != Never.self { path.isInner = true }
        if let gateMark { path.watermarks.append(gateMark) }
        return downstream.cast()
    }

    /// All inner sinks that come with the subscription have been attached. Called by operators without an outer source.
    @usableFromInline
    final func ready() {
        outerReleased()
    }

    /// The outer source has been released. May release this coordinator, so the caller must not touch the coordinator
    /// afterwards.
    @usableFromInline
    final func outerReleased() {
        if sourceCount.releaseOuter() { detachDownstream() }
    }

    /// An inner sink has been released. May release this coordinator, as `outerReleased()` may.
    @usableFromInline
    final func innerReleased() {
        if sourceCount.leave() { detachDownstream() }
    }

    private func detachDownstream() {
        downstream.use { $0.detachUpstream(self) }
        releaseLink(Held(borrowing: self))
    }

    /// Subscribes an inner sink, then puts it into the group unless it has ended by then: most inner sources are
    /// synchronous, and their sinks need no place in the group. During the subscription, `subscribing` names the sink,
    /// so that a disposal from a callback reaches it. An inner sink that is subscribed inside that subscription, or
    /// while another thread subscribes one, joins the group before it is subscribed.
    ///
    /// - Parameter byOuter: the value that the sink was made with. If it is true, this function counts the sink as a
    ///   source. The thread that subscribes needs no atomic operation for this. If two threads feed the outer source,
    ///   the second one uses an atomic operation.
    @inlinable
    @discardableResult
    final func subscribe<Element>(
        _ sink: InnerSink<Element>,
        to source: Observable<Element>,
        byOuter: Bool = false
    ) -> CompositeDisposable.DisposeKey? {
        let pass = subscribingGate.enter()
        if byOuter {
            if pass == .busy { sourceCount.join() } else { sourceCount.joinFromOuter() }
        }
        guard pass == .entered else {
            let key = enroll(sink)
            source.subscribe(sink: sink)
            return sink.lifecycle.hasEnded ? nil : key
        }
        subscribing = Held(borrowing: sink)
        source.subscribe(sink: sink)
        subscribing = nil
        subscribingGate.free()
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
