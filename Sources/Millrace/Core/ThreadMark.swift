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
