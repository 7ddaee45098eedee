/// What operators with several sources are built on: passes on what its *inner sinks* receive, one event at a time.
///
/// It is itself the sink of the operator's outer source, where there is one (`Input`). Its inner sinks belong to a
/// group that is disposed after the outer source. Events of different sources meet in its *gate* (mr_gate.h): state is
/// touched, and downstream called, by the one thread that is inside; what comes from another thread meanwhile is left
/// there as a closure (GateWork.swift).
///
/// It keeps itself alive while anything feeds it: the outer source (or, until `ready()`, the making of the subscription)
/// and every inner sink. When the last one has gone without a word, it lets downstream go.
@usableFromInline
class Coordinator<Input, Output>: OperatorSink<Input, Output>, @unchecked Sendable {
    // These are touched through their addresses alone.
    @usableFromInline
    @exclusivity(unchecked)
    final var gateWords = Gate.Storage()
    @usableFromInline
    @exclusivity(unchecked)
    final var feederWords = SourceCount.Storage()
    /// A word of the subclass's, at `tally`.
    @usableFromInline
    @exclusivity(unchecked)
    final var tallyWord = AtomicCounter.Storage()
    @usableFromInline
    @exclusivity(unchecked)
    final var groupWord = LazyReference.Storage()
    /// Which thread is subscribing to an inner source; a gate without events.
    @usableFromInline
    @exclusivity(unchecked)
    final var subscriberWords = Gate.Storage()

    /// The inner sink that this thread subscribes, which is not in the group yet.
    @usableFromInline
    @exclusivity(unchecked)
    final var subscribing: Unmanaged<DisposeBase>?

    @inlinable
    init(_ downstream: Sink<Output>, receive: @escaping Receive) {
        super.init(downstream, plain: false, receive: receive)
        _ = Unmanaged.passRetained(self)
    }

    deinit {
        if let group = groupSlot.object { Unmanaged<CompositeDisposable>.fromOpaque(group).release() }
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        serialize { $0.fail(error) }
    }

    @usableFromInline
    override func sourceReleased() {
        outerReleased()
    }

    // After the group comes the inner sink that is being subscribed further down this thread's stack.
    @usableFromInline
    override func nextPart() -> Unmanaged<DisposeBase>? {
        if lifecycle.claim() {
            // The thread inside may be blocked in a callback for ever.
            GateWork.close(gate)
            if let group = groupSlot.object { return Unmanaged<DisposeBase>.fromOpaque(group).retain() }
        }
        switch subscriber.enter() {
        case .nested:
            defer { subscribing = nil }
            return subscribing?.retain()
        case .entered:
            subscriber.free()
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
    final var sourceCount: SourceCount { SourceCount(at: &feederWords) }

    @inlinable
    @inline(__always)
    final var tally: AtomicCounter { AtomicCounter(at: &tallyWord) }

    @inlinable
    @inline(__always)
    final var groupSlot: LazyReference { LazyReference(at: &groupWord) }

    /// The inner sinks; made when the first one joins, since synchronous ones never do.
    @usableFromInline
    final var group: CompositeDisposable {
        if let group = groupSlot.object {
            return Unmanaged<CompositeDisposable>.fromOpaque(group).takeUnretainedValue()
        }
        let fresh = Unmanaged.passRetained(CompositeDisposable())
        let group = groupSlot.publish(fresh.toOpaque())
        if group != fresh.toOpaque() { fresh.release() }
        let result = Unmanaged<CompositeDisposable>.fromOpaque(group).takeUnretainedValue()
        // A disposal that came too early to find it.
        if lifecycle.isDisposedAfterPublishing { result.dispose() }
        return result
    }

    @inlinable
    @inline(__always)
    final var subscriber: Gate { Gate(at: &subscriberWords) }

    /// Goes through the gate; what `.busy` asks of the caller is at `GateWork.enter(_:)`.
    @inlinable
    @inline(__always)
    final func enter() -> Gate.Pass { GateWork.enter(gate) }

    @inlinable
    @inline(__always)
    final func leave(_ pass: Gate.Pass) { GateWork.leave(gate, pass) }

    /// Leaves work for the thread that is inside, or does it if that has left.
    @usableFromInline
    final func submit(_ work: @escaping () -> Void) {
        GateWork.submit(work, gate)
    }

    /// Does something inside the gate: now, or as soon as the thread that is inside comes to it. For what is not done
    /// with every element.
    @usableFromInline
    final func serialize(_ work: @escaping (Coordinator<Input, Output>) -> Void) {
        let pass = enter()
        if pass == .busy { return submit { work(self) } }
        work(self)
        leave(pass)
    }
}

// MARK: What feeds it

extension Coordinator {
    /// All inner sinks that come with the subscription have been attached. For operators without an outer source.
    @usableFromInline
    final func ready() {
        outerReleased()
    }

    /// The outer source has gone. May release this object, so it must be the last thing that its caller does with it.
    @usableFromInline
    final func outerReleased() {
        if sourceCount.releaseOuter() { detachDownstream() }
    }

    /// An inner sink has gone, likewise.
    @usableFromInline
    final func innerReleased() {
        if sourceCount.leave() { detachDownstream() }
    }

    private func detachDownstream() {
        downstream._withUnsafeGuaranteedRef { $0.detachUpstream(self) }
        releaseLink(Unmanaged.passUnretained(self).toOpaque())
    }

    /// Subscribes an inner sink. It joins the group if it has not ended by then: most often an inner source is
    /// synchronous, and needs no place there. Until then it is known as the one that is being subscribed, so that a
    /// callback's disposal reaches it; one that is subscribed inside of that joins the group before.
    ///
    /// - Parameter byOuter: as the sink was made. Such a sink is counted among the sources without an atomic operation, by
    ///   the one thread that subscribes; a second one, of an outer source that two threads feed, counts with one.
    @inlinable
    @discardableResult
    final func subscribe<Element>(
        _ sink: InnerSink<Element, Input, Output>,
        to source: Observable<Element>,
        byOuter: Bool = false
    ) -> CompositeDisposable.DisposeKey? {
        let pass = subscriber.enter()
        if byOuter {
            if pass == .busy { sourceCount.join() } else { sourceCount.joinFromOuter() }
        }
        guard pass == .entered else {
            let key = enroll(sink)
            source.subscribe(sink: sink)
            return sink.lifecycle.hasEnded ? nil : key
        }
        subscribing = Unmanaged.passUnretained(sink)
        source.subscribe(sink: sink)
        subscribing = nil
        subscriber.free()
        return sink.lifecycle.hasEnded ? nil : enroll(sink)
    }

    /// Puts an inner sink into the group, from which it leaves by itself.
    @usableFromInline
    @discardableResult
    final func enroll<Element>(_ sink: InnerSink<Element, Input, Output>) -> CompositeDisposable.DisposeKey? {
        guard let key = group.insert(sink) else { return nil }
        sink.key = key
        if sink.lifecycle.joinGroup() { group.abandon(key) }
        return key
    }
}
