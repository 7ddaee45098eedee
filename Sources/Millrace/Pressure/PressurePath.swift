/// The watermarks of the bounded queues and gates that a source's elements pass: what a walk down the sinks below the
/// source has found.
@usableFromInline
struct PressurePath {
    @usableFromInline
    var watermarks: [Watermark] = []

    /// The first operator below the source that keeps elements without a bound, or sends elements of its own.
    var barrier: String?

    /// Whether the source was made, or subscribed to, because of an event of another source.
    var isInner = false

    /// Where the source goes on after a pause; `nil` for the thread that makes room.
    var scheduler: (any ImmediateSchedulerType)?

    /// No watermark at all.
    init() {}

    /// Walks down from `sink`. A loop, so that chains of any length take a bounded stack.
    ///
    /// If there is no watermark, the sinks are marked, and later walks end at them. Otherwise, a source that recovers
    /// by recursion would walk down the sinks of all earlier recoveries. What is below a sink never changes.
    init<Element>(below sink: Held<Sink<Element>>) {
        let found = walk(from: sink.cast()) { _ in }
        if found && watermarks.isEmpty {
            var ignored = PressurePath()
            _ = ignored.walk(from: sink.cast()) { $0.setNoWatermarkBelow() }
        }
    }

    /// Calls `visit` for each sink above the end of the chain, down to one that is marked. False: there was none.
    private mutating func walk(from sink: Held<Sink<Never>>, _ visit: (Lifecycle) -> Void) -> Bool {
        var sink = sink
        var found = false
        while !sink.use({ $0.lifecycle.hasNoWatermarkBelow }), let next = sink.use({ $0.describePressure(&self) }) {
            sink.use { visit($0.lifecycle) }
            sink = next
            found = true
        }
        return found
    }

    /// Called by the sink of an operator that cannot hold its elements back.
    mutating func addBarrier(_ name: @autoclosure () -> String) {
        if barrier == nil { barrier = name() }
    }
}

extension Pressure {
    /// The pressure on a source that feeds `sink`; `nil` if nothing below holds it back.
    @usableFromInline
    static func below<Element>(_ sink: Sink<Element>) -> Pressure? {
        guard HookSwitches.obeysPressure else { return nil }
        let path = PressurePath(below: Held(borrowing: sink))
        return path.watermarks.isEmpty ? nil : Pressure(path)
    }
}

extension Observable {
    /// What the hooks do when a subscription is made. False: the source is refused, or has been subscribed to with stages
    /// that count; either way, the caller's reference to `sink` is gone.
    ///
    /// - Parameter onTrampoline: whether this is a `Producer`, which subscribes on the trampoline.
    @usableFromInline
    @inline(never)
    final func admit(_ sink: Held<Sink<Element>>, onTrampoline: Bool = false) -> Bool {
        if HookSwitches.obeysPressure, !isAllowed(to: sink) { return false }
        if !HookSwitches.recordsSubscriptions { return true }
        if onTrampoline { Trampoline.run { attachMetered(owned: sink) } } else { attachMetered(owned: sink) }
        return false
    }

    /// Whether this source may feed `sink`: unless this source cannot pause and a bounded queue further down wants it
    /// to. A source that was written where it is subscribed to is a programming error; a source that events have
    /// brought ends in an error. False: the source is refused, and `sink` has been released.
    @usableFromInline
    @inline(never)
    final func isAllowed(to sink: Held<Sink<Element>>) -> Bool {
        guard let canPause = traits.canPause else { return true }
        let path = PressurePath(below: sink)
        guard let watermark = path.watermarks.first(where: { $0.isRequired }) else { return true }
        if canPause && path.barrier == nil { return true }
        let error = UnpausableSourceError(source: path.barrier ?? nameForMessages, place: watermark.owner)
        // The error names the place itself.
        if !path.isInner { stopWithoutPlace(error.description) }
        let sink = sink.take()
        sink.error(error)
        sink.sourceReleased()
        return false
    }
}
