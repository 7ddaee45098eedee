import CMillrace

/// The observers of a subject, and how it ended: the Swift side of `mr_hub`.
///
/// It points to the `Hub` that the subject stores. The subject is alive during every call, and calls `destroy` from its
/// `deinit`.
@usableFromInline
struct ObserverList<Element> {
    @usableFromInline
    let hub: UnsafeMutablePointer<mr_hub>

    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutablePointer<Hub>) {
        hub = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: mr_hub.self)
    }

    /// Delivers an element to every observer, in order of subscription; to none once the subject has ended.
    @inlinable
    @inline(__always)
    func emit(_ element: Element) {
        // The list still holds those whom the terminal event has not reached: they must not hear what is sent after it,
        // from within it or by a thread whose own terminal event came second.
        guard !hasEnded else { return }
        var emission = Emission()
        if begin(&emission) { deliver(element, &emission) }
    }

    /// Begins an emission. False: nobody has ever joined.
    @inlinable
    @inline(__always)
    func begin(_ emission: inout Emission) -> Bool {
        guard let list = mr_hub_list(hub) else { return false }
        mr_emission_begin(&emission.emission, list)
        return true
    }

    /// Delivers an element to every observer that an emission reaches, and ends the emission.
    @inlinable
    @inline(__always)
    func deliver(_ element: Element, _ emission: inout Emission) {
        emission.visit(
            direct: { sink in
                // Nobody looks at the sink's word after this: one call is left.
                let object = Cell(sink).object
                Unmanaged<AnonymousSink<Element>>.fromOpaque(object)._withUnsafeGuaranteedRef { $0.onNext(element) }
            },
            other: { sink in
                let object = Cell(sink).object
                Unmanaged<Sink<Element>>.fromOpaque(object).next(element)
            }
        )
        if let garbage = emission.end() { releaseGarbage(garbage) }
    }

    @inlinable
    @inline(__always)
    static func sink(_ cell: Cell) -> Unmanaged<Sink<Element>> {
        Unmanaged.fromOpaque(cell.object)
    }

    /// Adds `sink`, if the list is not closed.
    ///
    /// - Returns: the sink if the list is closed: the terminal event is the caller's to deliver.
    @usableFromInline
    func join(_ sink: Unmanaged<Sink<Element>>) -> Sink<Element>? {
        let cell = sink._withUnsafeGuaranteedRef { $0.cell }
        var garbage: UnsafeMutablePointer<mr_sink>?
        let joining = mr_hub_join(hub, cell.address, &garbage)
        if let garbage { releaseGarbage(Cell(garbage)) }
        switch joining {
        case MR_JOINED:
            return nil
        case MR_JOIN_CLOSED:
            return sink.takeRetainedValue()
        default:
            releaseFromSource(cell)
            return nil
        }
    }

    /// Adds `sink` to the list of a subject with a latch, unless the subject has ended.
    func join(_ sink: Unmanaged<Sink<Element>>, latch: Latch) -> Joining {
        let list = hasEnded ? mr_list_closed() : mr_hub_open(hub)
        let cell = sink._withUnsafeGuaranteedRef { $0.cell }
        var garbage: UnsafeMutablePointer<mr_sink>?
        latch.enter()
        let joining = hasEnded ? MR_JOIN_CLOSED : mr_list_join(list, cell.address, &garbage)
        latch.leave()
        if let garbage { releaseGarbage(Cell(garbage)) }
        return Joining(joining)
    }

    /// Ends the subject with a word of `Terminal`'s, without a delivery. True for the first caller.
    func close(_ word: UInt) -> Bool { mr_hub_end(hub, word) }

    /// Ends the subject and delivers the terminal event to every observer; later calls do nothing.
    ///
    /// - Parameter latch: of a subject with memory: entered while the end is decided.
    @usableFromInline
    func end(_ terminal: Terminal, latch: Latch? = nil) {
        let word = terminal.word
        if let latch { latch.enter() }
        let isFirst = close(word)
        if let latch { latch.leave() }
        if isFirst { deliver(terminal) } else { Terminal.release(word) }
    }

    /// Delivers the terminal event to every observer; for the one who has ended the subject.
    func deliver(_ terminal: Terminal) {
        guard let list = mr_hub_list(hub) else { return }
        var emission = mr_emission()
        mr_emission_begin(&emission, list)
        while let cell = Cell(mr_emission_take(&emission)) {
            ObserverList.sink(cell)._withUnsafeGuaranteedRef { terminal.deliver(to: $0) }
            if let segment = emission.segment, cell.detach(segment) {
                let departure = Unmanaged.passRetained(Departure(of: cell))
                departure._withUnsafeGuaranteedRef { mr_list_discard(&emission, $0.cell.address) }
            } else {
                mr_list_discard(&emission, cell.address)
            }
        }
        releaseGarbage(Cell(mr_emission_end(&emission)))
    }

    /// Whether the subject has ended, be it that the terminal event is still being delivered.
    @inlinable
    @inline(__always)
    var hasEnded: Bool { mr_hub_terminal(hub) != 0 }

    /// How the subject ended, `nil` while it has not.
    @usableFromInline
    var terminal: Terminal? { Terminal(word: mr_hub_terminal(hub)) }

    @usableFromInline
    var isDisposed: Bool { mr_hub_is_disposed(hub) }

    /// Drops all observers without an event. True for the first call.
    @usableFromInline
    @discardableResult
    func dispose(latch: Latch? = nil) -> Bool {
        guard mr_hub_dispose(hub) else { return false }
        end(.silent, latch: latch)
        return true
    }

    @usableFromInline
    var isEmpty: Bool {
        // A subject that has ended has none, even while it still hands out the terminal event.
        guard !hasEnded, let list = mr_hub_list(hub) else { return true }
        return !mr_list_has_observers(list)
    }

    /// Lets go of the observers that are left, and of the memory. For the subject's `deinit`.
    @usableFromInline
    func destroy() {
        if let list = mr_hub_list(hub), list != mr_list_closed() {
            var cursor = mr_emission()
            while let cell = Cell(mr_list_drain(list, &cursor)) { releaseFromSource(cell) }
            mr_list_free(list)
        }
        Terminal.release(mr_hub_terminal(hub))
    }
}

/// Waits in a list's garbage in place of a sink that its subject has let go of without the sink's being disposed.
///
/// Such a sink has not passed the terminal event on yet, as that of `observe(on:)`, or its subject was disposed. It goes
/// on, and may be disposed later, so its word stays its own; the list links its garbage through the word of this object.
private final class Departure: DisposeBase, @unchecked Sendable {
    private let departed: Cell

    /// Takes over the reference that the list held.
    init(of departed: Cell) {
        self.departed = departed
    }

    override func sourceReleased() {
        releaseFromSource(departed)
    }
}
