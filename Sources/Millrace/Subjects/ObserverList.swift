/// The observers of a subject, and how the subject ended.
///
/// `state` is the address of the `SubjectState.Storage` that the subject stores. The subject is alive during every
/// call, and calls `destroy` from its `deinit`.
@usableFromInline
struct ObserverList<Element> {
    @usableFromInline
    let state: SubjectState

    @inlinable
    @inline(__always)
    init(_ state: SubjectState) {
        self.state = state
    }

    /// Delivers an element to every observer, in order of subscription; to none once the subject has ended.
    @inlinable
    @inline(__always)
    func emit(_ element: Element) {
        // The list still holds observers that the terminal event has not reached. They must not receive an element that
        // is sent after the terminal event: from a callback of that event, or by a thread whose own terminal event came
        // second.
        guard !hasEnded else { return }
        var emission = SubjectState.Emission()
        if begin(&emission) { deliver(element, &emission) }
    }

    /// Begins an emission. False: there is no list yet.
    @inlinable
    @inline(__always)
    func begin(_ emission: inout SubjectState.Emission) -> Bool { state.begin(&emission) }

    /// The same under the lock of a subject with memory.
    @inlinable
    @inline(__always)
    func beginUnderLock(_ emission: inout SubjectState.Emission) -> Bool { state.beginUnderLock(&emission) }

    /// Delivers an element to every observer that an emission reaches, and ends the emission.
    @inlinable
    @inline(__always)
    func deliver(_ element: Element, _ emission: inout SubjectState.Emission) {
        #if DEBUG
            stopAtRecursion(of: Element.self)
            NestedEmissions.begin(state)
            defer { NestedEmissions.end() }
        #endif
        emission.visit(
            direct: { sink in
                // The sink does not check its own word, so one call is all that is left.
                if _fastPath(sink.mayBeCalledDirectly) {
                    Held<AnonymousSink<Element>>(at: sink.object)
                        .use { $0.onNext(element) }
                }
            },
            other: { sink in
                #if DEBUG
                    if NestedEmissions.isOvertaken { reportNestedEmission(of: Element.self) }
                #endif
                ObserverList.sink(sink).next(element)
            }
        )
        if let garbage = emission.end() { releaseGarbage(garbage) }
    }

    @inlinable
    @inline(__always)
    static func sink(_ lifecycle: Lifecycle) -> Held<Sink<Element>> {
        Held(at: lifecycle.object)
    }

    /// Adds `sink`, if the list is not closed.
    ///
    /// - Returns: the sink if the list is closed; then the caller delivers the terminal event.
    @usableFromInline
    func join(_ sink: Held<Sink<Element>>) -> Sink<Element>? {
        let lifecycle = sink.use { $0.lifecycle }
        var garbage: Lifecycle?
        let joining = state.join(lifecycle, &garbage)
        releaseGarbage(garbage)
        switch joining {
        case .joined:
            return nil
        case .closed:
            return sink.take()
        case .disposed:
            releaseFromSource(lifecycle)
            return nil
        }
    }

    /// Adds `sink` to the list of a subject with a lock, unless the subject has ended.
    func join(_ sink: Held<Sink<Element>>, lock: Lock) -> SubjectState.Joining {
        let lifecycle = sink.use { $0.lifecycle }
        var garbage: Lifecycle?
        let joining = state.join(lifecycle, under: lock, &garbage) { _ in }
        releaseGarbage(garbage)
        return joining
    }

    /// Ends the subject with the `word` of a `Terminal`, without delivering an event. True for the first caller.
    func close(_ word: UInt) -> Bool { state.end(word) }

    /// Ends the subject and delivers the terminal event to every observer; later calls do nothing.
    ///
    /// - Parameters:
    ///   - lock: the lock of a subject with memory, held while the end is decided.
    ///   - beforeDelivery: called once this call has ended the subject.
    @usableFromInline
    func end(_ terminal: Terminal, lock: Lock? = nil, beforeDelivery: () -> Void = {}) {
        let word = terminal.word
        if let lock { lock.acquire() }
        let isFirst = close(word)
        if let lock { lock.release() }
        guard isFirst else { return Terminal.release(word) }
        beforeDelivery()
        deliver(terminal)
    }

    /// Delivers the terminal event to every observer. Called by the thread whose call ended the subject.
    func deliver(_ terminal: Terminal) {
        var emission = SubjectState.Emission()
        guard begin(&emission) else { return }
        while let lifecycle = emission.take() {
            ObserverList.sink(lifecycle).use { terminal.deliver(to: $0) }
            if emission.detach(lifecycle) {
                let departure = Held(retaining: DetachedSink(of: lifecycle))
                departure.use { emission.discard($0.lifecycle) }
            } else {
                emission.discard(lifecycle)
            }
        }
        releaseGarbage(emission.end())
    }

    /// Whether the subject has ended; the terminal event may still be on its way.
    @inlinable
    @inline(__always)
    var hasEnded: Bool { state.hasEnded }

    /// How the subject ended; `nil` while it has not ended.
    @usableFromInline
    var terminal: Terminal? { Terminal(word: state.terminal) }

    @usableFromInline
    var isDisposed: Bool { state.isDisposed }

    /// Drops all observers without an event. True for the first call.
    @usableFromInline
    @discardableResult
    func dispose(lock: Lock? = nil) -> Bool {
        guard state.markDisposed() else { return false }
        end(.silent, lock: lock)
        return true
    }

    @usableFromInline
    var isEmpty: Bool { state.isEmpty }

    /// Releases the observers that are left, and the memory. For the subject's `deinit`.
    @usableFromInline
    func destroy() {
        state.drain { releaseFromSource($0) }
        Terminal.release(state.terminal)
    }
}

/// Takes the place, in a list's garbage, of a sink that its subject has detached but that is not disposed.
///
/// There are two such cases: the sink still holds the terminal event back, as that of `observe(on:)` does; or the
/// subject has ended without an event, as a disposal ends it.
/// The sink goes on and may be disposed later, so it still needs its lifecycle word. The list links its garbage through
/// the word of this object instead, which is disposed from the beginning.
private final class DetachedSink: DisposeBase, @unchecked Sendable {
    private let departed: Lifecycle

    /// Takes over the reference that the list held.
    init(of departed: Lifecycle) {
        self.departed = departed
        super.init()
        dispose()
    }

    override func sourceReleased() {
        releaseFromSource(departed)
    }
}

// The list of a subject that replays. It holds only sinks of the class `ReplayingSink`.
extension ObserverList {
    /// Delivers an element to the observers of a subject that replays, and ends the emission.
    @inlinable
    @inline(__always)
    func deliverToReplaying(_ element: Element, _ emission: inout SubjectState.Emission) {
        #if DEBUG
            stopAtRecursion(of: Element.self)
            NestedEmissions.begin(state)
            defer { NestedEmissions.end() }
        #endif
        emission.visit(
            direct: { sink in Held<ReplayingSink<Element>>(at: sink.object).use { $0.callEnd(element) } },
            other: { sink in
                #if DEBUG
                    if NestedEmissions.isOvertaken { reportNestedEmission(of: Element.self) }
                #endif
                Held<ReplayingSink<Element>>(at: sink.object).use { $0.take(element) }
            }
        )
        if let garbage = emission.end() { releaseGarbage(garbage) }
    }

    /// Adds `sink` to the list of a subject that replays. `snapshot` is called under the lock, with whether the subject
    /// has ended. It may copy what the subject remembers, and must do nothing else.
    ///
    /// An emission stores its element and reads the list's end under the same lock. So if the sink has joined by then,
    /// it receives the element live; otherwise the element is in the sink's snapshot.
    @inlinable
    @inline(__always)
    func join(_ sink: ReplayingSink<Element>, lock: Lock, snapshot: (_ ended: Bool) -> Void) -> SubjectState.Joining {
        let owned = Held(retaining: sink)
        var garbage: Lifecycle?
        let joining = state.join(sink.lifecycle, under: lock, &garbage, snapshot: snapshot)
        if let garbage { releaseGarbage(garbage) }
        if joining != .joined { owned.release() }
        return joining
    }
}
