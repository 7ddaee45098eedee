import CMillrace

#if canImport(Synchronization) && !canImport(Darwin) && !MILLRACE_EXPLORE
    import Synchronization
#endif

/// A gate, which serializes the events of an operator's sources: the address of its words. mr_gate.h has the protocol.
@usableFromInline
struct Gate {
    /// What an object stores.
    @usableFromInline
    struct Storage {
        @usableFromInline
        var gate = mr_gate()

        @inlinable
        @inline(__always)
        init() {}
    }

    @usableFromInline
    let address: UnsafeMutablePointer<mr_gate>

    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutablePointer<Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: mr_gate.self)
    }

    /// The result of an attempt to enter. Not an enum: where the C function is not inlined, converting its result to an
    /// enum would cost a few instructions with every event.
    @usableFromInline
    struct Pass: Equatable {
        @usableFromInline
        let pass: mr_pass

        @inlinable
        @inline(__always)
        init(_ pass: mr_pass) {
            self.pass = pass
        }

        /// Another thread is inside.
        @inlinable
        @inline(__always)
        static var busy: Pass { Pass(MR_BUSY) }

        /// The caller is inside, and must leave.
        @inlinable
        @inline(__always)
        static var entered: Pass { Pass(MR_ENTERED) }

        /// The caller was inside already.
        @inlinable
        @inline(__always)
        static var nested: Pass { Pass(MR_NESTED) }

        @inlinable
        @inline(__always)
        static func == (one: Pass, other: Pass) -> Bool { one.pass == other.pass }
    }

    /// Makes the calling thread the thread inside a fresh gate, which no other thread knows yet.
    @inlinable
    @inline(__always)
    func beginInside() { mr_gate_init_inside(address) }

    @inlinable
    @inline(__always)
    func enter() -> Pass { Pass(mr_gate_enter(address)) }

    /// Whether the calling thread is inside.
    var isInside: Bool { mr_gate_is_inside(address) }

    /// Whether a thread is inside, at this moment.
    var isOccupied: Bool { mr_gate_is_occupied(address) }

    /// Whether events wait, or the gate is sealed. Called inside, when the thread has entered and after a batch; or after
    /// leaving, as a hint.
    @inlinable
    @inline(__always)
    var hasWork: Bool { mr_gate_waits(address) }

    /// Leaves. True if events may wait that no other thread knows of.
    @inlinable
    @inline(__always)
    func leave() -> Bool { mr_gate_leave(address) }

    /// Leaves a gate that holds no events and gets none any more: it is sealed, or it only says which thread is at
    /// work.
    @inlinable
    @inline(__always)
    func free() { mr_gate_free(address) }

    /// What became of a node that a thread wanted to leave at the gate.
    @usableFromInline
    enum Push {
        /// The node waits for the thread inside; the caller then tries to enter once more.
        case waits
        /// Events need not pass the gate any more; the caller still owns the node.
        case isOpen
        /// Events are to be dropped; the caller still owns the node.
        case isClosed
    }

    @inlinable
    @inline(__always)
    func push(_ node: Node) -> Push {
        switch mr_gate_push(address, node.address) {
        case 0: .waits
        case MR_GATE_OPEN: .isOpen
        default: .isClosed
        }
    }

    /// Whether events are to be dropped.
    @inlinable
    @inline(__always)
    var isClosed: Bool { mr_gate_is_closed(address) }

    /// Closes the gate: later pushes fail. Calls `drop` with every node that waits, in no particular order.
    @inlinable
    func close(drop: (Node) -> Void) {
        var next = Node(mr_gate_close(address))
        while let node = next {
            next = node.next
            drop(node)
        }
    }

    /// Takes the oldest node that waits. Called inside.
    @inlinable
    func next(drop: (Node) -> Void) -> Node? {
        guard let node = Node(mr_gate_next(address)) else { return nil }
        // If another thread has closed the gate, it may have missed nodes that this call has put back.
        if isClosed { close(drop: drop) }
        return node
    }

    /// How many nodes of other threads a thread delivers before it leaves the gate for a moment.
    @inlinable
    @inline(__always)
    static var batch: Int { 16 }

    /// Delivers nodes that wait, until it has delivered a batch of other threads' nodes; the calling thread's own nodes
    /// do not count. Called inside. False: more nodes may wait.
    @inlinable
    func deliverBatch(drop: (Node) -> Void, _ deliver: (Node) -> Void) -> Bool {
        var left = Gate.batch
        while left > 0 {
            guard let node = next(drop: drop) else { return true }
            if !node.isOwn { left -= 1 }
            deliver(node)
        }
        return false
    }

    /// Whether events need not pass the gate any more. The same load as `mr_gate_is_open_wide`; in Swift for the reason
    /// that `Lifecycle.isOpen` gives.
    @inlinable
    @inline(__always)
    var isOpenWide: Bool {
        #if canImport(Synchronization) && !canImport(Darwin) && !MILLRACE_EXPLORE
            // `queue` is the first word.
            let word = UnsafeRawPointer(address).assumingMemoryBound(to: Atomic<UInt>.self)
            return word.pointee.load(ordering: .acquiring) == MR_GATE_OPEN
        #else
            return mr_gate_is_open_wide(address)
        #endif
    }

    /// If no events wait, lets events pass without the gate from now on. True if they now pass, or if the gate is
    /// closed. Called inside.
    @inlinable
    @inline(__always)
    func openWide() -> Bool { mr_gate_open_wide(address) }

    /// Waits some microseconds for another thread to enter, as a thread does that has left events here and goes on
    /// sending. True if a thread has entered, or if no events wait any more.
    @usableFromInline
    func waitForAnotherThread() -> Bool {
        for _ in 0..<512 {
            if isOccupied || !hasWork { return true }
            SpinWait.relax()
        }
        return false
    }
}

extension Gate {
    /// The link of a value that waits in a queue of the C core. The link is at the beginning of the memory that holds
    /// both.
    @usableFromInline
    struct Node {
        @usableFromInline
        let address: UnsafeMutablePointer<mr_node>

        /// Makes a link at the beginning of fresh memory.
        @inlinable
        @inline(__always)
        init(initializing memory: UnsafeMutableRawPointer) {
            address = memory.initializeMemory(as: mr_node.self, to: mr_node())
        }

        @inlinable
        @inline(__always)
        init?(_ address: UnsafeMutablePointer<mr_node>?) {
            guard let address else { return nil }
            self.address = address
        }

        @inlinable
        @inline(__always)
        static var size: Int { MemoryLayout<mr_node>.size }

        @inlinable
        @inline(__always)
        static var alignment: Int { MemoryLayout<mr_node>.alignment }

        @inlinable
        @inline(__always)
        var memory: UnsafeMutableRawPointer { UnsafeMutableRawPointer(address) }

        /// Whether the calling thread has left this node at a gate.
        @inlinable
        @inline(__always)
        var isOwn: Bool { mr_node_is_own(address) }

        /// The link after this link, in a chain that the caller owns.
        @inlinable
        @inline(__always)
        var next: Node? { Node(address.pointee.next) }
    }

    /// A value in a node. The memory begins with the node, where the C core expects it; the value follows, until it is
    /// taken.
    @usableFromInline
    enum ValueNode<Value> {
        @inlinable
        static var offset: Int { max(Node.size, MemoryLayout<Value>.alignment) }

        @inlinable
        static func make(_ value: Value) -> Node {
            let memory = UnsafeMutableRawPointer.allocate(
                byteCount: offset + MemoryLayout<Value>.size,
                alignment: max(Node.alignment, MemoryLayout<Value>.alignment)
            )
            let node = Node(initializing: memory)
            (memory + offset).initializeMemory(as: Value.self, to: value)
            return node
        }

        /// Moves the value out and frees the memory.
        @inlinable
        static func take(_ node: Node) -> Value {
            let value = (node.memory + offset).assumingMemoryBound(to: Value.self).move()
            node.memory.deallocate()
            return value
        }

        /// Releases the value and frees the memory.
        @usableFromInline
        static func drop(_ node: Node) {
            _ = take(node)
        }
    }
}

/// The address of a word that names the one thread at work on something. The word is a gate whose queue is not used.
@usableFromInline
struct ThreadMark {
    /// What an object stores.
    @usableFromInline
    typealias Storage = Gate.Storage

    @usableFromInline
    let gate: Gate

    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutablePointer<Storage>) {
        gate = Gate(at: storage)
    }

    /// Marks the calling thread, unless a thread is marked: `.nested` if that is the calling thread itself, `.busy` if it
    /// is another one. A thread that was marked calls `end()` when its work is done.
    @inlinable
    @inline(__always)
    func begin() -> Gate.Pass { gate.enter() }

    @inlinable
    @inline(__always)
    func end() { gate.free() }

    /// Whether the calling thread is marked.
    @usableFromInline
    var isThisThread: Bool { gate.isInside }
}
