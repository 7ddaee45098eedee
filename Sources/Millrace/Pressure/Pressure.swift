/// Whether what a source emits finds room further down, for a source that can pause.
///
/// A bounded queue with the strategy `OverflowStrategy.suspend` closes when it is full. Once a source waits for room,
/// the queue opens again when half of its room is free. Without such a queue below the source, the pressure is always
/// open. A source asks before each element, as described at `create(pausable:)`.
public final class Pressure: @unchecked Sendable {
    @usableFromInline
    let path: PressurePath

    private struct State {
        var body: (() -> Void)?
        /// Whether the subscription has been disposed: then no watermark is to keep this object in its list.
        var isOver = false
        /// Whether a body that comes is released without a call.
        var isCancelled = false
    }

    private let state = Locked(State())

    init(_ path: PressurePath) {
        self.path = path
    }

    /// Whether the next element finds room.
    ///
    /// - **Thread**: may be read from any thread.
    /// - **Complexity**: O(bounded queues and gates below), without a lock.
    @inlinable
    public var isOpen: Bool {
        for watermark in path.watermarks where !watermark.isOpen { return false }
        return true
    }

    /// Calls `body` once, as soon as there is room. If there is room already, calls it before this method returns,
    /// except below `subscribe(on:)`.
    ///
    /// - **Disposal** of the source's subscription releases `body` without a call.
    /// - **Thread**: calls `body` on the thread that makes room, which is the consumer's; below `subscribe(on:)`, on
    ///   that operator's scheduler.
    /// - **Complexity**: O(bounded queues and gates below).
    ///
    /// - Parameter body: what to do when there is room. It takes the place of an earlier `body` that still waits.
    public func onReopen(_ body: @escaping () -> Void) {
        let (former, mustResume) = state.access { state -> ((() -> Void)?, Bool) in
            if state.isCancelled { return (body, false) }
            let former = exchange(&state.body, for: body)
            // While one waits, this object is in a list, or a thread is about to run the newest.
            return (former, former == nil || state.isOver)
        }
        releaseValue(former)
        if mustResume { resume() }
    }

    /// Runs what waits, if there is room; otherwise makes sure that the watermark of a full queue calls this method
    /// again.
    func resume() {
        for watermark in path.watermarks where !watermark.isOpen {
            if !watermark.enlist(self) { return resume() }
            // A disposal that came before has not found this object in the list.
            if state.access({ $0.isOver }) { watermark.delist(self) }
            return
        }
        guard let scheduler = path.scheduler else { return run() }
        _ = scheduler.schedule(self) { pressure in
            pressure.run()
            return NopDisposable.instance
        }
    }

    /// Runs what waits, room or not, so that a task sees that its subscription has been disposed.
    func runAndClose() {
        state.access { $0.isOver = true }
        run()
        for watermark in path.watermarks { watermark.delist(self) }
    }

    private func run() {
        state.access { exchange(&$0.body, for: nil) }?()
    }

    /// Drops what waits, and what is still to come: the source's subscription has been disposed.
    @usableFromInline
    func cancel() {
        let body = state.access { state in
            (state.isOver, state.isCancelled) = (true, true)
            return exchange(&state.body, for: nil)
        }
        for watermark in path.watermarks { watermark.delist(self) }
        releaseValue(body)
    }
}

/// The error of a source that is subscribed to while events are under way, below a bounded queue with the strategy
/// `OverflowStrategy.suspend`, and that cannot pause.
public struct UnpausableSourceError: Error, Hashable, CustomStringConvertible {
    /// The source, or the operator that keeps elements without a bound.
    public let source: String

    /// The operator with the strategy `.suspend`, and where it was applied.
    public let place: String

    /// What is wrong, and what to write instead.
    public var description: String {
        """
        \(place): .suspend holds its source back, but \(source) cannot pause. Use .dropOldest, .dropNewest or .error; \
        or put observe(on:capacity:overflow:) with one of these behind \(source); or send through a Broadcast.
        """
    }
}
