/// Work that waits in a gate for the thread that is inside: closures, each in a node.
///
/// The thread inside does not know how much work other threads are still going to leave. So it does their work in
/// batches (`Gate.batch`), and leaves the gate for a moment after each batch. A thread that sends without a pause then
/// enters, and does all of its own work before it goes on.
@usableFromInline
enum GateWork {
    private typealias WorkNode = Gate.ValueNode<() -> Void>

    /// Enters the gate and does the work that waits. `.busy`: another thread is inside, or this thread has left while
    /// work still waits. The caller must then submit its event in any case, even if the event has no effect any more:
    /// otherwise no thread might do the work that waits.
    @inlinable
    @inline(__always)
    static func enterAndCatchUp(_ gate: Gate) -> Gate.Pass {
        let pass = gate.enter()
        return pass == .entered && gate.hasWork ? catchUp(gate) : pass
    }

    /// Leaves the gate, and sees to work that has come meanwhile.
    @inlinable
    @inline(__always)
    static func leaveAndSettle(_ gate: Gate, _ pass: Gate.Pass) {
        if pass == .entered && gate.leave() { settle(gate) }
    }

    /// Leaves work for the thread that is inside, or does the work if that thread has left.
    static func submit(_ work: @escaping () -> Void, _ gate: Gate) {
        let node = WorkNode.make(work)
        // If the gate is closed, the work is dropped.
        if gate.push(node) == .waits { settle(gate) } else { WorkNode.drop(node) }
    }

    /// For a thread that has entered and has found work: does that work before the thread's own event. `.busy` if there
    /// is more than a batch: the thread has left, and submits its own event, which is delivered after the work that
    /// waits.
    @usableFromInline
    @inline(never)
    static func catchUp(_ gate: Gate) -> Gate.Pass {
        doBatch(gate)
        if !gate.hasWork || gate.isClosed { return .entered }
        _ = gate.leave() && gate.waitForAnotherThread()
        return .busy
    }

    /// For a thread outside the gate, when work waits: does the work, unless another thread enters and does it.
    @usableFromInline
    @inline(never)
    static func settle(_ gate: Gate) {
        while gate.enter() == .entered {
            doBatch(gate)
            if !gate.leave() || gate.waitForAnotherThread() { return }
        }
    }

    private static func doBatch(_ gate: Gate) {
        _ = gate.deliverBatch(drop: WorkNode.drop) { WorkNode.take($0)() }
    }

    /// Drops the work that waits and all work that comes later. Called when the subscription is disposed.
    static func close(_ gate: Gate) {
        gate.close(drop: WorkNode.drop)
    }
}
