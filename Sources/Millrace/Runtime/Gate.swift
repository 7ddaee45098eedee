import CMillrace

/// Where the sources of one operator meet: the address of a gate's words; mr_gate.h has the protocol.
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
    init(at storage: UnsafeMutableRawPointer) {
        address = storage.assumingMemoryBound(to: mr_gate.self)
    }

    /// What lies behind it in the object.
    @inlinable
    @inline(__always)
    var end: UnsafeMutableRawPointer { UnsafeMutableRawPointer(address + 1) }

    /// How an attempt to enter went. No enum: where the C function is not inlined, turning its result into one would take
    /// a few instructions with every event.
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

    @inlinable
    @inline(__always)
    func enter() -> Pass { Pass(mr_gate_enter(address)) }

    /// Whether work waits. Called inside, before anything is delivered.
    @inlinable
    @inline(__always)
    var hasWork: Bool { mr_gate_waits(address) }

    /// Leaves. True if work waits that nobody may have seen.
    @inlinable
    @inline(__always)
    func leave() -> Bool { mr_gate_leave(address) }

    /// Leaves a gate that nothing is left at, one that only says which thread is at something.
    @inlinable
    @inline(__always)
    func free() { mr_gate_free(address) }

    /// Leaves work for whoever is inside; the caller then tries to enter once more.
    @inlinable
    @inline(__always)
    func push(_ node: Node) { mr_gate_push(address, node.address) }

    /// Takes all that waits, the oldest first. Called inside.
    @inlinable
    @inline(__always)
    func take() -> Node? { Node(mr_gate_take(address)) }
}
