import CMillrace

#if canImport(Synchronization) && !canImport(Darwin) && !MILLRACE_EXPLORE
    import Synchronization
#endif

/// A handle to the lifecycle word of an object: it stores only the word's address. mr_lifecycle.h has the protocol.
///
/// Every access goes through the address. C11 atomics make the access safe, so Swift need not check it for exclusivity.
@usableFromInline
struct Lifecycle {
    /// What an object stores.
    @usableFromInline
    struct Storage {
        @usableFromInline
        var sink = mr_lifecycle()

        @inlinable
        @inline(__always)
        init() {}
    }

    @usableFromInline
    let address: UnsafeMutablePointer<mr_lifecycle>

    /// A word given by its storage, which need not lie in an object.
    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutablePointer<Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: mr_lifecycle.self)
    }

    @inlinable
    @inline(__always)
    init(_ address: UnsafeMutablePointer<mr_lifecycle>) {
        self.address = address
    }

    @inlinable
    @inline(__always)
    init?(_ address: UnsafeMutablePointer<mr_lifecycle>?) {
        guard let address else { return nil }
        self.address = address
    }

    @inlinable
    @inline(__always)
    var isDisposed: Bool { mr_lifecycle_is_disposed(address) }

    /// As `isDisposed`, for a thread that has just published something that a disposing thread looks for; see
    /// mr_lazy.h.
    @inlinable
    @inline(__always)
    var isDisposedAfterPublishing: Bool { mr_lifecycle_is_disposed_after(address) }

    /// Whether events pass: the object is neither stopped nor disposed.
    ///
    /// The same load as `mr_lifecycle_is_open`. It is in Swift where the standard library has atomics, because the
    /// closures of `Sink.receive` are compiled as reabstraction thunks, in which Swift 6.3 inlines no C function.
    @inlinable
    @inline(__always)
    var isOpen: Bool {
        #if canImport(Synchronization) && !canImport(Darwin) && !MILLRACE_EXPLORE
            let word = UnsafeRawPointer(address).assumingMemoryBound(to: Atomic<UInt>.self)
            return word.pointee.load(ordering: .relaxed) & (MR_STOPPED | MR_DISPOSED) == 0
        #else
            return mr_lifecycle_is_open(address)
        #endif
    }

    /// Stops the object; true if it was open.
    @inlinable
    @inline(__always)
    func stop() -> Bool { mr_lifecycle_stop(address) }

    /// True for the first caller. What that caller may then do is the affair of the class: run or drop what the object
    /// holds, for example.
    @inlinable
    @inline(__always)
    func claim() -> Bool { mr_lifecycle_claim(address) }

    @inlinable
    @inline(__always)
    var isClaimed: Bool { mr_lifecycle_is_claimed(address) }
}

// Conversions between the addresses of an object, of its word, and of a link behind the word. C keeps the addresses of
// words and links, and the objects are computed from them. The optimizer may put an object on the stack if only the
// address of one of its properties leaves the function; here the reference itself leaves the function.
//
// The conversions depend on two offsets. The word is the first stored property of `DisposeBase`, behind the header that
// every Swift object begins with (metadata and reference counts). `ScheduledWork`, which derives from `DisposeBase`,
// stores its link first. `StoredPropertyTests` fails if either offset changes. This extension can be deleted if C keeps
// an object's address beside each word and link, at eight bytes each.
extension Lifecycle {
    /// Two pointers. Where a pointer has 32 bits, padding follows them, since the word is aligned to 16 bytes there.
    @inlinable
    @inline(__always)
    static var headerSize: Int { 16 }

    /// The word of an object that derives from `DisposeBase`.
    @inlinable
    @inline(__always)
    init(of object: UnsafeMutableRawPointer) {
        address = (object + Lifecycle.headerSize).assumingMemoryBound(to: mr_lifecycle.self)
    }

    /// The word in front of a link.
    @inlinable
    @inline(__always)
    init(endingAt link: UnsafeMutableRawPointer) {
        address = link.assumingMemoryBound(to: mr_lifecycle.self) - 1
    }

    /// The object that the word lies in.
    @inlinable
    @inline(__always)
    var object: UnsafeRawPointer { UnsafeRawPointer(address) - Lifecycle.headerSize }

    /// Where the object's link lies, if it has a link.
    @inlinable
    @inline(__always)
    var end: UnsafeMutableRawPointer { UnsafeMutableRawPointer(address + 1) }
}

// What feeds an object, in its word.
extension Lifecycle {
    /// The result of giving an object an upstream.
    @usableFromInline
    enum Attachment {
        /// The object owns the upstream.
        case attached
        /// The object is disposed. The caller still owns the upstream, and disposes it.
        case refused
        /// The object has an upstream already, which is a programming error of the caller.
        case occupied

        @inlinable
        @inline(__always)
        init(_ attachment: mr_attachment) {
            switch attachment {
            case MR_ATTACHED: self = .attached
            case MR_REFUSED: self = .refused
            default: self = .occupied
            }
        }
    }

    /// What a word held before its upstream was exchanged or its object was disposed.
    @usableFromInline
    struct Taken {
        @usableFromInline
        let word: UInt

        @inlinable
        @inline(__always)
        init(_ word: UInt) {
            self.word = word
        }

        /// The object had been disposed before, so nothing was exchanged or disposed.
        @inlinable
        @inline(__always)
        var wasDisposed: Bool { word & MR_DISPOSED != 0 }

        /// The object was in an observer list. There is no `upstream`, but there may be `garbage`.
        @inlinable
        @inline(__always)
        var isFromList: Bool { word & MR_LISTED != 0 }

        /// A chain of sinks that the caller releases.
        @inlinable
        @inline(__always)
        var garbage: Lifecycle? { Lifecycle(UnsafeMutablePointer(bitPattern: word & ~MR_FLAGS)) }

        /// The upstream, which the caller owns now; meaningful only if neither `wasDisposed` nor `isFromList` is true.
        @inlinable
        @inline(__always)
        var upstream: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: word) }
    }

    /// The upstream, unretained; meaningful only while the caller makes sure that it does not change.
    @inlinable
    @inline(__always)
    var upstream: UnsafeMutableRawPointer? { mr_lifecycle_upstream(address) }

    /// Gives the object its upstream. The caller hands over a reference.
    @inlinable
    @inline(__always)
    func attach(_ upstream: UnsafeMutableRawPointer) -> Attachment {
        Attachment(mr_lifecycle_attach(address, upstream))
    }

    /// As `attach(_:)`, for an object that no other thread can find.
    @inlinable
    @inline(__always)
    func attachPrivately(_ upstream: UnsafeMutableRawPointer) -> Attachment {
        Attachment(mr_lifecycle_attach_private(address, upstream))
    }

    /// Exchanges the upstream. If the object was disposed before, the caller still owns the new upstream.
    @inlinable
    @inline(__always)
    func replace(_ upstream: UnsafeMutableRawPointer?) -> Taken {
        Taken(mr_lifecycle_replace(address, upstream))
    }

    /// Detaches `upstream` from the object, if it is still there. True: the caller owns it now.
    @inlinable
    @inline(__always)
    func detach(_ upstream: UnsafeMutableRawPointer) -> Bool {
        mr_lifecycle_detach(address, upstream)
    }

    /// Does the first step of a disposal: marks the object as disposed. The result decides the further steps.
    @inlinable
    @inline(__always)
    func markDisposed() -> Taken {
        Taken(mr_lifecycle_dispose(address))
    }
}

/// The flags of an object, beside its word; mr_lifecycle.h has the table.
extension Lifecycle {
    /// All flags. Set only before any other thread knows the object.
    @inlinable
    @inline(__always)
    var tag: UInt32 {
        get { address.pointee.tag }
        nonmutating set { address.pointee.tag = newValue }
    }

    /// Whether an emission may call the end of a chain, which does not check its own word.
    @inlinable
    @inline(__always)
    var mayBeCalledDirectly: Bool { mr_direct_is_open(address) }

    /// Makes emissions call a sink of an observer list directly from now on, if it is still there. The list's owner is
    /// alive.
    @usableFromInline
    func markDirect() { mr_list_mark_direct(address) }

    /// In the tag: when the object is disposed, its upstream is disposed, and nothing else needs to be done.
    @inlinable
    @inline(__always)
    static var plain: UInt32 { MR_PLAIN }

    /// In the tag: the object is the end of a chain, and an emission may call its closure directly once it has checked
    /// the object's word.
    @inlinable
    @inline(__always)
    static var direct: UInt32 { MR_DIRECT }

    /// Whether a walk down the sinks has found no watermark below this sink.
    var hasNoWatermarkBelow: Bool { mr_lifecycle_has_no_watermark(address) }

    /// The result of such a walk, for later ones.
    func setNoWatermarkBelow() { mr_lifecycle_set_no_watermark(address) }

    @inlinable
    @inline(__always)
    var isPlain: Bool { mr_lifecycle_is_plain(address) }

    @inlinable
    @inline(__always)
    var isDirect: Bool { mr_lifecycle_is_direct(address) }
}

// Objects that one thread puts into a group while another thread may already take them out; see
// mr_lifecycle_join_group.
extension Lifecycle {
    /// Called after the object's key has been stored. True: the caller takes the object out of the group again.
    @inlinable
    @inline(__always)
    func joinGroup() -> Bool { mr_lifecycle_join_group(address) }

    /// Called after the caller has disposed the object. True: the caller takes the object out of the group.
    @inlinable
    @inline(__always)
    func leaveGroup() -> Bool { mr_lifecycle_leave_group(address) }

    /// Called when the object's source is gone. True: the caller takes the object out of the group.
    @inlinable
    @inline(__always)
    func detachFromGroup() -> Bool { mr_lifecycle_detach_from_group(address) }

    /// Whether the object has been disposed, or its source is gone.
    @inlinable
    @inline(__always)
    var hasEnded: Bool { mr_lifecycle_has_ended(address) }
}

// A garbage chain: disposed objects that are linked through their words. Only the chain's owner touches it.
extension Lifecycle {
    /// The object after this one.
    var nextInGarbage: Lifecycle? { Lifecycle(mr_garbage_next(address)) }
}

extension Lifecycle {
    /// The words of an object that has several, next to its own. Up to 8 words lie in the object, and need no
    /// allocation.
    @usableFromInline
    struct Row {
        @usableFromInline
        typealias Eight = (Storage, Storage, Storage, Storage, Storage, Storage, Storage, Storage)

        @usableFromInline
        var own: Eight

        @usableFromInline
        var allocated: UnsafeMutablePointer<Storage>?

        @inlinable
        init(_ count: Int) {
            let empty = Storage()
            own = (empty, empty, empty, empty, empty, empty, empty, empty)
            guard count > 8 else { return }
            let memory = UnsafeMutablePointer<Storage>.allocate(capacity: count)
            memory.initialize(repeating: empty, count: count)
            allocated = memory
        }

        /// Called when the words are empty and no thread uses them any more.
        @inlinable
        func deallocate() {
            allocated?.deallocate()
        }

        @inlinable
        @inline(__always)
        static func word(_ index: Int, of row: UnsafeMutablePointer<Row>) -> Lifecycle {
            Lifecycle(
                at: (row.pointee.allocated ?? UnsafeMutableRawPointer(row).assumingMemoryBound(to: Storage.self))
                    + index
            )
        }
    }
}
