import CMillrace

/// A subject's observer list and how the subject ended: the address of its words. mr_subject.h has the protocol.
@usableFromInline
struct SubjectState {
    /// What an object stores.
    @usableFromInline
    struct Storage {
        @usableFromInline
        var words = mr_subject()

        @inlinable
        @inline(__always)
        init() {}
    }

    @usableFromInline
    let address: UnsafeMutablePointer<mr_subject>

    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutablePointer<Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: mr_subject.self)
    }

    /// The terminal of a subject that has completed.
    static var completed: UInt { MR_SUBJECT_COMPLETED }

    /// The terminal of a subject that `dispose()` has ended. Larger values are addresses of errors.
    static var silent: UInt { MR_SUBJECT_SILENT }

    /// How the subject ended; 0 while it has not.
    @usableFromInline
    var terminal: UInt { mr_subject_terminal(address) }

    /// Whether the subject has ended; the terminal event may still be on its way.
    @inlinable
    @inline(__always)
    var hasEnded: Bool { mr_subject_terminal(address) != 0 }

    @usableFromInline
    var isDisposed: Bool { mr_subject_is_disposed(address) }

    /// Whether the subject has no observers. A subject that has ended has none, even while it delivers the terminal
    /// event.
    @usableFromInline
    var isEmpty: Bool {
        guard !hasEnded, let list = mr_subject_list(address) else { return true }
        return !mr_list_has_observers(list)
    }

    /// Marks the subject as disposed. True for the first call.
    func markDisposed() -> Bool { mr_subject_dispose(address) }

    /// Ends the subject with the word of a `Terminal`. True for the first call.
    func end(_ word: UInt) -> Bool { mr_subject_end(address, word) }

    /// Begins an emission. False if no observer ever joined.
    @inlinable
    @inline(__always)
    func begin(_ emission: inout Emission) -> Bool {
        guard let list = mr_subject_list(address) else { return false }
        mr_emission_begin(&emission.emission, list)
        return true
    }

    /// Adds a sink. The caller releases the chain that it finds in `garbage`.
    func join(_ sink: Lifecycle, _ garbage: inout Lifecycle?) -> Joining {
        var found: UnsafeMutablePointer<mr_lifecycle>?
        let joining = mr_subject_join(address, sink.address, &found)
        garbage = Lifecycle(found)
        return Joining(joining)
    }

    /// Adds a sink to the list of a subject with memory, unless the subject has ended. `snapshot` is called under the
    /// lock; its argument says whether the subject has ended.
    @inlinable
    @inline(__always)
    func join(_ sink: Lifecycle, under lock: Lock, _ garbage: inout Lifecycle?, snapshot: (_ ended: Bool) -> Void)
        -> Joining
    {
        // The list and the thread's record are made before the lock is acquired. A new segment is still made under it.
        let list = hasEnded ? mr_list_closed() : mr_subject_open(address)
        var found: UnsafeMutablePointer<mr_lifecycle>?
        mr_thread_meet()
        lock.acquire()
        let ended = hasEnded
        snapshot(ended)
        let joining = ended ? MR_JOIN_CLOSED : mr_list_join(list, sink.address, &found)
        lock.release()
        garbage = Lifecycle(found)
        return Joining(joining)
    }

    /// Takes every remaining sink out of the list and hands it to `body`, then frees the list. For the subject's
    /// `deinit`.
    func drain(_ body: (Lifecycle) -> Void) {
        guard let list = mr_subject_list(address), list != mr_list_closed() else { return }
        var cursor = mr_emission()
        while let sink = Lifecycle(mr_list_drain(list, &cursor)) { body(sink) }
        mr_list_free(list)
    }
}

extension SubjectState {
    /// The result of adding an observer to a list.
    @usableFromInline
    enum Joining {
        /// The list owns the reference.
        case joined
        /// The list is closed: the caller delivers the terminal event.
        case closed
        /// The observer has been disposed in the meantime.
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
}
