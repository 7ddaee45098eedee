import CMillrace

// The list of a subject with memory, which holds nothing but replaying sinks.
extension ObserverList {
    /// Delivers an element to the observers of a subject with memory, and ends the emission.
    @inlinable
    @inline(__always)
    func deliverToReplaying(_ element: Element, _ emission: inout Emission) {
        emission.visit { sink in
            let object = Cell(sink).object
            Unmanaged<ReplayingSink<Element>>.fromOpaque(object)._withUnsafeGuaranteedRef { $0.take(element) }
        }
        if let garbage = emission.end() { releaseGarbage(garbage) }
    }

    /// Adds `sink` to the list of a subject with memory. `snapshot` is called under the latch, with whether the subject
    /// has ended; it may copy what the subject remembers, and nothing else.
    ///
    /// An emission stores its element and reads the list's end under the same latch. So either the sink is in the list
    /// by then and gets the element live, or the element is in its snapshot.
    @inlinable
    @inline(__always)
    func join(_ sink: ReplayingSink<Element>, latch: Latch, snapshot: (_ ended: Bool) -> Void) -> Joining {
        let list = mr_hub_terminal(hub) == 0 ? mr_hub_open(hub) : mr_list_closed()
        let owned = Unmanaged.passRetained(sink)
        var garbage: UnsafeMutablePointer<mr_sink>?
        latch.enter()
        let ended = mr_hub_terminal(hub) != 0
        snapshot(ended)
        let joining = ended ? MR_JOIN_CLOSED : mr_list_join(list, sink.cell.address, &garbage)
        latch.leave()
        if let garbage { releaseGarbage(Cell(garbage)) }
        if joining != MR_JOINED { owned.release() }
        return Joining(joining)
    }
}
