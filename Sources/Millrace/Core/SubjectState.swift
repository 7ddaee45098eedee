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

    /// The terminal of a subject that has ended without an event: by `dispose()`, or where a shared source lets its
    /// subscribers go. Larger values are addresses of errors.
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

    /// Begins an emission. False: there is no list yet.
    @inlinable
    @inline(__always)
    func begin(_ emission: inout Emission) -> Bool {
        guard let list = mr_subject_list(address) else { return false }
        mr_emission_begin(&emission.emission, list)
        return true
    }

    /// The same under the lock of a subject with memory, under which all its observers join. The emission was prepared
    /// before the lock was acquired.
    @inlinable
    @inline(__always)
    func beginUnderLock(_ emission: inout Emission) -> Bool {
        guard let list = mr_subject_list(address) else { return false }
        mr_emission_begin_under_lock(&emission.emission, list)
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
        let joining = ended ? MR_JOIN_CLOSED : mr_list_join_under_lock(list, sink.address, &found)
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

extension SubjectState {
    /// An emission under way: the list that it walks, and its position. mr_list.h has the protocol.
    @usableFromInline
    struct Emission {
        @usableFromInline
        var emission = mr_emission()

        @inlinable
        @inline(__always)
        init() {}

        /// Before a lock is acquired: makes what the emission needs, so that it begins without an allocation.
        @inlinable
        @inline(__always)
        mutating func prepare() { mr_emission_prepare(&emission) }

        /// Calls `direct` with every sink that the emission reaches in a slot that is marked as direct, and `other` with
        /// every other sink that it reaches, in order of joining. `direct` checks whether the sink may be called.
        ///
        /// The innermost loop handles slots that are ready, as nearly all slots are. Its exit test is at the bottom, so
        /// the loop compiles to 14 straight-line instructions with one call and one branch. A single loop over all
        /// slots would have one branch more.
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
                        direct(Lifecycle(mr_slot_ready_sink(slot)))
                        if mr_emission_is_through(&emission) { break segment }
                        slot = mr_emission_slot(&emission)
                    }
                    visit(slot, other)
                }
            } while mr_emission_advance(&emission)
        }

        /// If an emission has marked the slot that this emission has reached, calls `body` with the slot's sink.
        /// Otherwise marks the slot if a sink is in it, or goes past it (`mr_emission_meet`).
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

        /// Detaches a taken sink from the list without disposing the sink. False if the sink has been disposed already.
        /// If true, the caller discards a `DetachedSink` in its place.
        mutating func detach(_ sink: Lifecycle) -> Bool {
            guard let segment = emission.segment else { return false }
            return sink.detach(segment)
        }

        /// Gives up the list's reference to a taken sink: `end()` returns the sink for release, or another emission
        /// does if that emission can reach the sink.
        mutating func discard(_ sink: Lifecycle) { mr_list_discard(&emission, sink.address) }

        /// Ends the emission. Returns the sinks that were handed to this emission and that the caller releases.
        @inlinable
        @inline(__always)
        mutating func end() -> Lifecycle? { Lifecycle(mr_emission_end(&emission)) }
    }
}
