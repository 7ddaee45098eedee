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
    /// The innermost loop is over slots that are ready, as nearly all are. Its exit test is at the bottom, so the loop
    /// compiles to 14 straight-line instructions with one call and one branch. One loop over all slots has a branch more.
    @inlinable
    @inline(__always)
    mutating func visit(
        direct: (_ sink: Lifecycle) -> Void,
        other: (_ sink: Lifecycle) -> Void
    ) {
        repeat {
            segment: while !mr_emission_is_through(&emission) {
                var slot = mr_emission_slot(&emission)
                while _fastPath(mr_slot_is_ready(slot)) {
                    mr_emission_pass(&emission)
                    let sink = mr_slot_ready_sink(slot)
                    if _fastPath(mr_direct_is_open(sink)) { direct(Lifecycle(sink)) }
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
    mutating func visit(_ body: (_ sink: Lifecycle) -> Void) {
        repeat {
            while !mr_emission_is_through(&emission) {
                visit(mr_emission_slot(&emission), body)
            }
        } while mr_emission_advance(&emission)
    }

    /// Calls `body` with the sink in the slot that the emission has come to, if it has been marked; else it is met.
    @inlinable
    @inline(__always)
    mutating func visit(_ slot: UInt, _ body: (_ sink: Lifecycle) -> Void) {
        if _fastPath(mr_slot_is_seen(slot)) {
            mr_emission_pass(&emission)
            body(Lifecycle(mr_slot_sink(slot)))
        } else {
            mr_emission_meet(&emission)
        }
    }

    /// For the thread that has ended the subject: takes the next sink, which gets the terminal event.
    mutating func take() -> Lifecycle? { Lifecycle(mr_emission_take(&emission)) }

    /// Whether a sink that was taken has left its list without being disposed; `discard` then gets a stand-in for it.
    mutating func detach(_ sink: Lifecycle) -> Bool {
        guard let segment = emission.segment else { return false }
        return sink.detach(segment)
    }

    /// Gives back the list's reference to a sink that was taken, when no emission can reach the sink any more.
    mutating func discard(_ sink: Lifecycle) { mr_list_discard(&emission, sink.address) }

    /// Ends the emission; what became garbage meanwhile is the caller's to release.
    @inlinable
    @inline(__always)
    mutating func end() -> Lifecycle? { Lifecycle(mr_emission_end(&emission)) }
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
