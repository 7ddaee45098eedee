/// Says which thread is at work on something: the address of the word. It is a gate without its queue, and only one
/// thread at a time is marked.
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
