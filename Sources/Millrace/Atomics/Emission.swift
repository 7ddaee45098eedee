import CMillrace

/// An emission under way: the list that it walks, and its position. mr_list.h has the protocol.
@usableFromInline
struct Emission {
    @usableFromInline
    var emission = mr_emission()

    @inlinable
    @inline(__always)
    init() {}

    /// Calls `direct` with every direct sink that the emission reaches and that may be called, and `other` with every
    /// other sink that it reaches, in order of joining.
    ///
    /// The innermost loop handles slots that are ready, as nearly all slots are. Its exit test is at the bottom, so the
    /// loop compiles to 14 straight-line instructions with one call and one branch. A single loop over all slots would
    /// have one branch more.
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

    /// If an emission has marked the slot that this emission has reached, calls `body` with the slot's sink. Otherwise
    /// marks the slot if a sink is in it, or goes past it (`mr_emission_meet`).
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

    /// Takes the next sink, which gets the terminal event. Called by the thread that has ended the subject.
    mutating func take() -> Lifecycle? { Lifecycle(mr_emission_take(&emission)) }

    /// Detaches a taken sink from the list without disposing the sink. False if the sink has been disposed already. If
    /// true, the caller discards a stand-in instead of the sink.
    mutating func detach(_ sink: Lifecycle) -> Bool {
        guard let segment = emission.segment else { return false }
        return sink.detach(segment)
    }

    /// Gives up the list's reference to a taken sink: `end()` returns the sink for release, or another emission does if
    /// that emission can reach the sink.
    mutating func discard(_ sink: Lifecycle) { mr_list_discard(&emission, sink.address) }

    /// Ends the emission. Returns the sinks that were handed to this emission and that the caller releases.
    @inlinable
    @inline(__always)
    mutating func end() -> Lifecycle? { Lifecycle(mr_emission_end(&emission)) }
}
