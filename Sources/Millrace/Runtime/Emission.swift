import CMillrace

/// An emission under way: which list it walks, and how far it has come; mr_list.h has the protocol.
@usableFromInline
struct Emission {
    @usableFromInline
    var emission = mr_emission()

    @inlinable
    @inline(__always)
    init() {}

    /// Calls `direct` with every direct sink that the emission reaches and that may be called, and `other` with every other
    /// sink, in order of joining.
    ///
    /// The innermost loop is over slots that are ready, as nearly all are, and ends where it would begin anew: so compiled it
    /// is 14 instructions in a row, of which the call and the last one jump. Written as one loop over all slots, it has a
    /// jump more.
    @inlinable
    @inline(__always)
    mutating func visit(
        direct: (_ sink: UnsafeMutablePointer<mr_sink>) -> Void,
        other: (_ sink: UnsafeMutablePointer<mr_sink>) -> Void
    ) {
        repeat {
            segment: while !mr_emission_is_through(&emission) {
                var slot = mr_emission_slot(&emission)
                while _fastPath(mr_slot_is_ready(slot)) {
                    mr_emission_pass(&emission)
                    let sink = mr_slot_ready_sink(slot)
                    if _fastPath(mr_direct_is_open(sink)) { direct(sink) }
                    if mr_emission_is_through(&emission) { break segment }
                    slot = mr_emission_slot(&emission)
                }
                visit(slot, other)
            }
        } while mr_emission_advance(&emission)
    }

    /// Calls `body` with every sink that the emission reaches, in order of joining; none of them is direct.
    @inlinable
    @inline(__always)
    mutating func visit(_ body: (_ sink: UnsafeMutablePointer<mr_sink>) -> Void) {
        repeat {
            while !mr_emission_is_through(&emission) {
                visit(mr_emission_slot(&emission), body)
            }
        } while mr_emission_advance(&emission)
    }

    /// Calls `body` with the sink in the slot that the emission has come to, if it has been marked; else it is met.
    @inlinable
    @inline(__always)
    mutating func visit(_ slot: UInt, _ body: (_ sink: UnsafeMutablePointer<mr_sink>) -> Void) {
        if _fastPath(mr_slot_is_seen(slot)) {
            mr_emission_pass(&emission)
            body(mr_slot_sink(slot))
        } else {
            mr_emission_meet(&emission)
        }
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
