import CMillrace

/// The link of a value that waits in a queue of the C core's, at the beginning of the memory that holds both.
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

    /// Whether the calling thread has left it at a gate.
    @inlinable
    @inline(__always)
    var isOwn: Bool { mr_node_is_own(address) }

    /// The link after this one in a chain that is the caller's.
    @inlinable
    @inline(__always)
    var next: Node? { Node(address.pointee.next) }
}
