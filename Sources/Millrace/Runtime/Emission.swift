import CMillrace

/// An emission under way: which list it walks, and how far it has come; mr_list.h has the protocol.
@usableFromInline
struct Emission {
    @usableFromInline
    var emission = mr_emission()

    @inlinable
    @inline(__always)
    init() {}

    /// Calls `body` with the slot of every sink that the emission reaches, in order of joining.
    ///
    /// Two plain loops: from one around `mr_emission_next` the compiler makes code that jumps back and forth, for 0.3 ns
    /// more a delivery.
    @inlinable
    @inline(__always)
    mutating func visit(_ body: (_ slot: UInt) -> Void) {
        repeat {
            while !mr_emission_is_through(&emission) {
                let slot = mr_emission_visit(&emission)
                guard _fastPath(slot != 0) else { continue }
                body(slot)
            }
        } while mr_emission_advance(&emission)
    }

    /// Ends the emission; what became garbage meanwhile is the caller's to release.
    @inlinable
    @inline(__always)
    mutating func end() -> Cell? { Cell(mr_emission_end(&emission)) }
}

/// How it went when an observer was added to a list.
@usableFromInline
enum Joining {
    /// The list owns the reference.
    case joined
    /// The list is closed: the terminal event is the caller's to deliver.
    case closed
    /// The observer was disposed meanwhile.
    case disposed

    @inlinable
    @inline(__always)
    init(_ joining: mr_joining) {
        switch joining {
        case MR_JOINED: self = .joined
        case MR_JOIN_CLOSED: self = .closed
        default: self = .disposed
        }
    }
}
