import CMillrace

#if canImport(Synchronization) && !canImport(Darwin)
    import Synchronization
#endif

/// The stop/dispose word of an object, as the C core sees it: its address; mr_lifecycle.h has the protocol.
///
/// Every access goes through the address: C11 atomics already make it safe, so Swift need not check it for exclusivity.
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

    /// A word that lies outside of an object.
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

    /// The same, for whoever has published something that a disposer then looks for.
    @inlinable
    @inline(__always)
    var isDisposedAfterPublishing: Bool { mr_lifecycle_is_disposed_after(address) }

    /// Whether events pass: neither stopped nor disposed.
    ///
    /// The same load as `mr_lifecycle_is_open`. It is in Swift where the standard library's atomics are at hand, because the
    /// closures of `Sink.receive` are compiled as reabstraction thunks, in which Swift 6.3 inlines no C function.
    @inlinable
    @inline(__always)
    var isOpen: Bool {
        #if canImport(Synchronization) && !canImport(Darwin)
            let word = UnsafeRawPointer(address).assumingMemoryBound(to: Atomic<UInt>.self)
            return word.pointee.load(ordering: .relaxed) & (MR_STOPPED | MR_DISPOSED) == 0
        #else
            return mr_lifecycle_is_open(address)
        #endif
    }

    /// True for the first terminal event of an object that is not disposed.
    @inlinable
    @inline(__always)
    func stop() -> Bool { mr_lifecycle_stop(address) }

    /// True for the first caller: who runs, or who drops, what the object holds.
    @inlinable
    @inline(__always)
    func claim() -> Bool { mr_lifecycle_claim(address) }

    @inlinable
    @inline(__always)
    var isClaimed: Bool { mr_lifecycle_is_claimed(address) }
}

// Between an object, its word, and a link behind the word. This is arithmetic, because C keeps the addresses, and the
// objects are found from them. An object is the optimizer's to put on the stack if nothing but the address of one of its
// properties leaves the function; here the reference itself does.
//
// It depends on two places: the word is the first stored property of `DisposeBase`, behind the header that every Swift
// object begins with (metadata and reference counts), and `ScheduledWork` and the slots of `CompositeDisposable`, which
// derive from it, store their links first. `StoredPropertyTests` fails if either changes. This can be deleted if C keeps
// an object's address beside each word and link, at eight bytes each.
extension Lifecycle {
    @inlinable
    @inline(__always)
    static var headerSize: Int { 2 * MemoryLayout<UnsafeRawPointer>.size }

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

    /// Where a link lies, if the object has one.
    @inlinable
    @inline(__always)
    var end: UnsafeMutableRawPointer { UnsafeMutableRawPointer(address + 1) }
}

// What feeds an object, in its word.
extension Lifecycle {
    /// What became of an upstream that an object was given.
    @usableFromInline
    enum Attachment {
        /// The object owns it.
        case attached
        /// The object is disposed; the upstream is still the caller's, who disposes it.
        case refused
        /// The object has one already, which is a programming error of the caller.
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

    /// What a word held that was exchanged, or disposed.
    @usableFromInline
    struct Taken {
        @usableFromInline
        let word: UInt

        @inlinable
        @inline(__always)
        init(_ word: UInt) {
            self.word = word
        }

        /// Nothing was exchanged, or disposed, since the object had been disposed before.
        @inlinable
        @inline(__always)
        var wasDisposed: Bool { word & MR_DISPOSED != 0 }

        /// The object sat in an observer list. There is no upstream, but `garbage`.
        @inlinable
        @inline(__always)
        var isFromList: Bool { word & MR_LISTED != 0 }

        /// The caller's to release.
        @inlinable
        @inline(__always)
        var garbage: Lifecycle? { Lifecycle(UnsafeMutablePointer(bitPattern: word & ~MR_FLAGS)) }

        /// The upstream, which is the caller's now, where none of the above is so.
        @inlinable
        @inline(__always)
        var upstream: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: word) }
    }

    /// Unretained; meaningful only while the caller keeps it from changing.
    @inlinable
    @inline(__always)
    var upstream: UnsafeMutableRawPointer? { mr_lifecycle_upstream(address) }

    /// Gives the object its upstream, with a reference.
    @inlinable
    @inline(__always)
    func attach(_ upstream: UnsafeMutableRawPointer) -> Attachment {
        Attachment(mr_lifecycle_attach(address, upstream))
    }

    /// As above, for an object that no other thread can find.
    @inlinable
    @inline(__always)
    func attachPrivately(_ upstream: UnsafeMutableRawPointer) -> Attachment {
        Attachment(mr_lifecycle_attach_private(address, upstream))
    }

    /// Exchanges the upstream. The new one is still the caller's if the object was disposed before.
    @inlinable
    @inline(__always)
    func replace(_ upstream: UnsafeMutableRawPointer?) -> Taken {
        Taken(mr_lifecycle_replace(address, upstream))
    }

    /// Takes this upstream off the object. True: it is the caller's now.
    @inlinable
    @inline(__always)
    func detach(_ upstream: UnsafeMutableRawPointer) -> Bool {
        mr_lifecycle_detach(address, upstream)
    }

    /// The first step of a disposal; the others follow from what it returns.
    @inlinable
    @inline(__always)
    func markDisposed() -> Taken {
        Taken(mr_lifecycle_dispose(address))
    }
}

/// The marks of an object, beside its word: bits of the C core's, and below them some of the owner's own.
extension Lifecycle {
    /// Written before the object is known to anybody else.
    @inlinable
    @inline(__always)
    var tag: UInt32 {
        get { address.pointee.tag }
        nonmutating set { address.pointee.tag = newValue }
    }

    /// In the tag: the object has nothing of its own to do when it is disposed but to dispose its upstream.
    @inlinable
    @inline(__always)
    static var plain: UInt32 { MR_PLAIN }

    /// In the tag: emitters may call what the object is the end of, once they have looked at its word.
    @inlinable
    @inline(__always)
    static var direct: UInt32 { MR_DIRECT }

    /// The bits of the tag that are the owner's.
    @inlinable
    @inline(__always)
    static var ownTagBits: UInt32 { MR_TAG_BITS }

    @inlinable
    @inline(__always)
    var isPlain: Bool { mr_lifecycle_is_plain(address) }

    @inlinable
    @inline(__always)
    var isDirect: Bool { mr_lifecycle_is_direct(address) }
}

// Objects that one thread puts into a group, and that another may take out at once; mr_lifecycle.h, under groups.
extension Lifecycle {
    /// After the key has been stored. True: take the object out again.
    @inlinable
    @inline(__always)
    func joinGroup() -> Bool { mr_lifecycle_join_group(address) }

    /// After the caller has disposed the object. True: take it out.
    @inlinable
    @inline(__always)
    func leaveGroup() -> Bool { mr_lifecycle_leave_group(address) }

    /// The source is gone. True: take the object out.
    @inlinable
    @inline(__always)
    func detachFromGroup() -> Bool { mr_lifecycle_abandon_group(address) }

    /// Whether the object has been disposed, or its source is gone.
    @inlinable
    @inline(__always)
    var hasEnded: Bool { mr_lifecycle_has_ended(address) }
}

// A chain of disposed objects, linked through their words, that is its holder's alone.
extension Lifecycle {
    /// The object after this one.
    var nextInGarbage: Lifecycle? { Lifecycle(mr_garbage_next(address)) }

    /// Puts this object in front of a chain.
    func pushGarbage(before chain: Lifecycle?) {
        mr_garbage_push(address, chain?.address)
    }
}
