/// Work that waits in a gate for the thread that is inside: a link, where the C core looks for it, and a closure.
@usableFromInline
enum GateWork {
    private static var offset: Int { Node.size }

    static func push(_ work: @escaping () -> Void, _ gate: Gate) {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: offset + MemoryLayout<() -> Void>.size,
            alignment: Node.alignment
        )
        let link = Node(initializing: memory)
        (memory + offset).initializeMemory(as: (() -> Void).self, to: work)
        gate.push(link)
    }

    /// Leaves work for the thread that is inside, or does it if that has left.
    static func submit(_ work: @escaping () -> Void, _ gate: Gate) {
        push(work, gate)
        if gate.enter() == .entered {
            drain(gate)
            if gate.leave() { drainAgain(gate) }
        }
    }

    /// Does all that waits. Called inside the gate.
    @usableFromInline
    static func drain(_ gate: Gate) {
        while let first = gate.take() {
            var next: Node? = first
            while let link = next {
                next = link.next
                let memory = link.memory
                let work = (memory + offset).assumingMemoryBound(to: (() -> Void).self).move()
                memory.deallocate()
                work()
            }
        }
    }

    /// After leaving, when something was found to wait: does it, unless another thread has entered, which will.
    @usableFromInline
    static func drainAgain(_ gate: Gate) {
        repeat {
            guard gate.enter() == .entered else { return }
            drain(gate)
        } while gate.leave()
    }
}
