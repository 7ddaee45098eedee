/// Work that waits in a gate for the thread that is inside: a link at the beginning, where the C core expects it, and a
/// closure behind it.
///
/// The thread inside does not know how much work other threads are still going to leave. So it does their work in
/// batches (`Gate.batch`), and leaves the gate for a moment after each batch. A thread that sends without a pause then
/// enters, and does all of its own work before it goes on.
@usableFromInline
enum GateWork {
    private static var offset: Int { Node.size }

    /// False if the gate is closed: the work is dropped.
    private static func push(_ work: @escaping () -> Void, _ gate: Gate) -> Bool {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: offset + MemoryLayout<() -> Void>.size,
            alignment: Node.alignment
        )
        let link = Node(initializing: memory)
        (memory + offset).initializeMemory(as: (() -> Void).self, to: work)
        if gate.push(link) == .waits { return true }
        drop(link)
        return false
    }

    private static func take(_ link: Node) -> () -> Void {
        let work = (link.memory + offset).assumingMemoryBound(to: (() -> Void).self).move()
        link.memory.deallocate()
        return work
    }

    private static func drop(_ link: Node) {
        _ = take(link)
    }

    /// Enters the gate. `.busy`: another thread is inside, or this thread has left while work still waits. The caller
    /// must then submit its event in any case, even if the event has no effect any more: otherwise no thread might do
    /// the work that waits.
    @inlinable
    @inline(__always)
    static func enter(_ gate: Gate) -> Gate.Pass {
        let pass = gate.enter()
        return pass == .entered && gate.hasWork ? catchUp(gate) : pass
    }

    @inlinable
    @inline(__always)
    static func leave(_ gate: Gate, _ pass: Gate.Pass) {
        if pass == .entered && gate.leave() { settle(gate) }
    }

    /// Leaves work for the thread that is inside, or does the work if that thread has left.
    static func submit(_ work: @escaping () -> Void, _ gate: Gate) {
        if push(work, gate) { settle(gate) }
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
        _ = gate.deliverBatch(drop: drop) { take($0)() }
    }

    /// Drops the work that waits and all work that comes later. Called when the subscription is disposed.
    static func close(_ gate: Gate) {
        gate.close(drop: drop)
    }
}
