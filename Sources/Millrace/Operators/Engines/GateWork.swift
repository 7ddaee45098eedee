/// Work that waits in a gate for the thread that is inside: closures, each in a node.
///
/// The thread inside does not know how much work other threads are still going to leave. So it does their work in
/// batches (`Gate.batch`), and leaves the gate for a moment after each batch. A thread that sends without a pause then
/// enters, and does all of its own work before it goes on.
@usableFromInline
enum GateWork {
    private typealias WorkNode = Gate.ValueNode<() -> Void>

    /// Does work inside the gate: at once, or as soon as the thread that is inside comes to it. This is the only way into
    /// the gate of a coordinator or of `groupBy`. True if the work was done at once.
    ///
    /// If another thread is inside, or if this thread has found more work than a batch and has left again, the work is
    /// submitted, even if it has no effect any more: otherwise no thread might do the work that waits.
    ///
    /// `work` makes a closure. A thread that does the work at once calls that closure on the spot, so it needs no
    /// memory, whatever it captures. Only `submit` makes an object of it.
    ///
    /// - Parameters:
    ///   - mark: holds the sources back while the work waits.
    ///   - nestedWaits: whether a thread that is inside already also leaves its work in the queue. Asked inside the
    ///     gate.
    @inlinable
    @inline(__always)
    static func deliver(
        through gate: Gate,
        holding mark: @autoclosure () -> Watermark?,
        nestedWaits: @autoclosure () -> Bool,
        _ work: @autoclosure () -> (() -> Void)
    ) -> Bool {
        var pass = gate.enter()
        if pass == .entered && gate.hasWork {
            if nestedWaits() {
                submitInside(work(), gate, mark())
                return false
            }
            pass = catchUp(gate)
        }
        if pass == .busy || (pass == .nested && nestedWaits()) {
            submit(work(), gate, mark())
            return false
        }
        work()()
        if pass == .entered && gate.leave() { settle(gate) }
        return true
    }

    /// Leaves work for the thread that is inside, or does the work if that thread has left.
    @usableFromInline
    static func submit(_ work: @escaping () -> Void, _ gate: Gate, _ mark: Watermark?) {
        if push(work, gate, mark) { settle(gate) }
    }

    /// For a thread that has entered and has found work, where nested work waits: puts its own work behind that work
    /// first. So what the thread sends while it does the others' work comes after its own.
    @usableFromInline
    @inline(never)
    static func submitInside(_ work: @escaping () -> Void, _ gate: Gate, _ mark: Watermark?) {
        _ = push(work, gate, mark)
        if gate.leave() { settle(gate) }
    }

    /// False if the gate is closed: the work is dropped.
    private static func push(_ work: @escaping () -> Void, _ gate: Gate, _ mark: Watermark?) -> Bool {
        var work = work
        if let mark {
            mark.add()
            work = { [work] in
                work()
                mark.remove()
            }
        }
        let node = WorkNode.make(work)
        if gate.push(node) == .waits { return true }
        WorkNode.drop(node)
        return false
    }

    /// For a thread that has entered and has found work: does that work before the thread's own. `.busy` if there is more
    /// than a batch: the thread has left.
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
