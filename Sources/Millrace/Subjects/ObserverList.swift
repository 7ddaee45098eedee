/// The observers of a subject, and how the subject ended.
///
/// It points to the `SubjectState.Storage` that the subject stores. The subject is alive during every call, and calls `destroy` from its
/// `deinit`.
@usableFromInline
struct ObserverList<Element> {
    @usableFromInline
    let state: SubjectState

    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutablePointer<SubjectState.Storage>) {
        state = SubjectState(at: storage)
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
    func begin(_ emission: inout Emission) -> Bool { state.begin(&emission) }

    /// Delivers an element to every observer that an emission reaches, and ends the emission.
    @inlinable
    @inline(__always)
    func deliver(_ element: Element, _ emission: inout Emission) {
        emission.visit(
            direct: { sink in
                // Nobody looks at the sink's word after this: one call is left.
                Unmanaged<AnonymousSink<Element>>.fromOpaque(sink.object)
                    ._withUnsafeGuaranteedRef { $0.onNext(element) }
            },
            other: { sink in ObserverList.sink(sink).next(element) }
        )
        if let garbage = emission.end() { releaseGarbage(garbage) }
    }

    @inlinable
    @inline(__always)
    static func sink(_ lifecycle: Lifecycle) -> Unmanaged<Sink<Element>> {
        Unmanaged.fromOpaque(lifecycle.object)
    }

    /// Adds `sink`, if the list is not closed.
    ///
    /// - Returns: the sink if the list is closed: the terminal event is the caller's to deliver.
    @usableFromInline
    func join(_ sink: Unmanaged<Sink<Element>>) -> Sink<Element>? {
        let lifecycle = sink._withUnsafeGuaranteedRef { $0.lifecycle }
        var garbage: Lifecycle?
        let joining = state.join(lifecycle, &garbage)
        releaseGarbage(garbage)
        switch joining {
        case .joined:
            return nil
        case .closed:
            return sink.takeRetainedValue()
        case .disposed:
            releaseFromSource(lifecycle)
            return nil
        }
    }

    /// Adds `sink` to the list of a subject with a lock, unless the subject has ended.
    func join(_ sink: Unmanaged<Sink<Element>>, lock: Lock) -> Joining {
        let lifecycle = sink._withUnsafeGuaranteedRef { $0.lifecycle }
        var garbage: Lifecycle?
        let joining = state.join(lifecycle, under: lock, &garbage) { _ in }
        releaseGarbage(garbage)
        return joining
    }

    /// Ends the subject with a word of `Terminal`'s, without a delivery. True for the first caller.
    func close(_ word: UInt) -> Bool { state.end(word) }

    /// Ends the subject and delivers the terminal event to every observer; later calls do nothing.
    ///
    /// - Parameter lock: of a subject with memory: entered while the end is decided.
    @usableFromInline
    func end(_ terminal: Terminal, lock: Lock? = nil) {
        let word = terminal.word
        if let lock { lock.enter() }
        let isFirst = close(word)
        if let lock { lock.leave() }
        if isFirst { deliver(terminal) } else { Terminal.release(word) }
    }

    /// Delivers the terminal event to every observer; for the one who has ended the subject.
    func deliver(_ terminal: Terminal) {
        var emission = Emission()
        guard begin(&emission) else { return }
        while let lifecycle = emission.take() {
            ObserverList.sink(lifecycle)._withUnsafeGuaranteedRef { terminal.deliver(to: $0) }
            if emission.detach(lifecycle) {
                let departure = Unmanaged.passRetained(DetachedSink(of: lifecycle))
                departure._withUnsafeGuaranteedRef { emission.discard($0.lifecycle) }
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

    /// How the subject ended, `nil` while it has not.
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

    /// Lets go of the observers that are left, and of the memory. For the subject's `deinit`.
    @usableFromInline
    func destroy() {
        state.drain { releaseFromSource($0) }
        Terminal.release(state.terminal)
    }
}

/// Waits in a list's garbage in place of a sink that its subject has let go of without the sink's being disposed.
///
/// Such a sink has not passed the terminal event on yet, as that of `observe(on:)`, or its subject was disposed. It goes
/// on, and may be disposed later, so its word stays its own; the list links its garbage through the word of this object.
private final class DetachedSink: DisposeBase, @unchecked Sendable {
    private let departed: Lifecycle

    /// Takes over the reference that the list held.
    init(of departed: Lifecycle) {
        self.departed = departed
    }

    override func sourceReleased() {
        releaseFromSource(departed)
    }
}

// The list of a subject with memory, which holds nothing but replaying sinks.
extension ObserverList {
    /// Delivers an element to the observers of a subject with memory, and ends the emission.
    @inlinable
    @inline(__always)
    func deliverToReplaying(_ element: Element, _ emission: inout Emission) {
        emission.visit { sink in
            Unmanaged<ReplayingSink<Element>>.fromOpaque(sink.object)._withUnsafeGuaranteedRef { $0.take(element) }
        }
        if let garbage = emission.end() { releaseGarbage(garbage) }
    }

    /// Adds `sink` to the list of a subject with memory. `snapshot` is called under the lock, with whether the subject
    /// has ended; it may copy what the subject remembers, and nothing else.
    ///
    /// An emission stores its element and reads the list's end under the same lock. So either the sink is in the list
    /// by then and gets the element live, or the element is in its snapshot.
    @inlinable
    @inline(__always)
    func join(_ sink: ReplayingSink<Element>, lock: Lock, snapshot: (_ ended: Bool) -> Void) -> Joining {
        let owned = Unmanaged.passRetained(sink)
        var garbage: Lifecycle?
        let joining = state.join(sink.lifecycle, under: lock, &garbage, snapshot: snapshot)
        if let garbage { releaseGarbage(garbage) }
        if joining != .joined { owned.release() }
        return joining
    }
}

/// How a subject ended, as the one word that `mr_subject` stores.
@usableFromInline
enum Terminal {
    case completed
    case error(Swift.Error)
    /// Ended by `dispose()`: no event.
    case silent

    /// Owns a reference for an error; `release(_:)` gives it back.
    @usableFromInline
    var word: UInt {
        switch self {
        case .completed: SubjectState.completed
        case .silent: SubjectState.silent
        case .error(let error): UInt(bitPattern: Unmanaged.passRetained(ErrorBox(error)).toOpaque())
        }
    }

    @usableFromInline
    init?(word: UInt) {
        switch word {
        case 0: return nil
        case SubjectState.completed: self = .completed
        case SubjectState.silent: self = .silent
        default:
            guard let pointer = UnsafeRawPointer(bitPattern: word) else { return nil }
            self = .error(Unmanaged<ErrorBox>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.error })
        }
    }

    @usableFromInline
    static func release(_ word: UInt) {
        guard word > SubjectState.silent, let pointer = UnsafeRawPointer(bitPattern: word) else { return }
        Unmanaged<ErrorBox>.fromOpaque(pointer).release()
    }

    @usableFromInline
    func deliver<Element>(to sink: Sink<Element>) {
        switch self {
        case .completed: sink.completed()
        case .error(let error): sink.error(error)
        case .silent: break
        }
    }
}

private final class ErrorBox {
    let error: Swift.Error

    init(_ error: Swift.Error) {
        self.error = error
    }
}
