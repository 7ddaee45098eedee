import CMillrace

/// The latch of an object: its address; mr_latch.h says what may happen under it.
@usableFromInline
struct Latch {
    /// What an object stores.
    @usableFromInline
    struct Storage {
        @usableFromInline
        var latch = mr_latch()

        @inlinable
        @inline(__always)
        init() {}
    }

    @usableFromInline
    let address: UnsafeMutablePointer<mr_latch>

    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutablePointer<Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: mr_latch.self)
    }

    @inlinable
    @inline(__always)
    func enter() { mr_latch_enter(address) }

    @inlinable
    @inline(__always)
    func leave() { mr_latch_leave(address) }
}

/// Plain state that several threads share: each access is a few instructions under a latch.
///
/// What `body` takes out of the state it returns, so that it is released after the latch is left; `body` must not call
/// anything that could run code of a user.
@usableFromInline
final class Latched<State>: @unchecked Sendable {
    // Touched through its address alone.
    @exclusivity(unchecked)
    private var storage = Latch.Storage()

    @exclusivity(unchecked)
    private var state: State

    init(_ state: State) {
        self.state = state
    }

    func access<Result>(_ body: (inout State) -> Result) -> Result {
        let latch = Latch(at: &storage)
        latch.enter()
        defer { latch.leave() }
        return body(&state)
    }
}
