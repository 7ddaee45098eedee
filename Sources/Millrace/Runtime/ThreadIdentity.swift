import CMillrace

/// Which thread it is. One that has ended may share it with a later one.
struct ThreadIdentity: Equatable {
    private let address: UInt

    /// The calling thread's.
    static var current: ThreadIdentity { ThreadIdentity(address: UInt(mr_gate_self())) }
}
