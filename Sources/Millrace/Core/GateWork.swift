import CMillrace

/// Work that waits in a gate for the thread that is inside: a link, where the C core looks for it, and a closure.
@usableFromInline
enum GateWork {
    private static var offset: Int { MemoryLayout<mr_node>.stride }

    static func push(_ work: @escaping () -> Void, _ gate: UnsafeMutablePointer<mr_gate>) {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: offset + MemoryLayout<() -> Void>.size,
            alignment: MemoryLayout<mr_node>.alignment
        )
        let link = memory.initializeMemory(as: mr_node.self, to: mr_node())
        (memory + offset).initializeMemory(as: (() -> Void).self, to: work)
        mr_gate_push(gate, link)
    }

    /// Leaves work for the thread that is inside, or does it if that has left.
    static func submit(_ work: @escaping () -> Void, _ gate: UnsafeMutablePointer<mr_gate>) {
        push(work, gate)
        if mr_gate_enter(gate) == MR_ENTERED {
            drain(gate)
            if mr_gate_leave(gate) { drainAgain(gate) }
        }
    }

    /// Does all that waits. Called inside the gate.
    @usableFromInline
    static func drain(_ gate: UnsafeMutablePointer<mr_gate>) {
        while let first = mr_gate_take(gate) {
            var next: UnsafeMutablePointer<mr_node>? = first
            while let link = next {
                next = link.pointee.next
                let memory = UnsafeMutableRawPointer(link)
                let work = (memory + offset).assumingMemoryBound(to: (() -> Void).self).move()
                memory.deallocate()
                work()
            }
        }
    }

    /// After leaving, when something was found to wait: does it, unless another thread has entered, which will.
    @usableFromInline
    static func drainAgain(_ gate: UnsafeMutablePointer<mr_gate>) {
        repeat {
            guard mr_gate_enter(gate) == MR_ENTERED else { return }
            drain(gate)
        } while mr_gate_leave(gate)
    }
}
