import CMillrace

// What feeds an object, in its word.
extension Cell {
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
        var garbage: Cell? { Cell(UnsafeMutablePointer(bitPattern: word & ~MR_FLAGS)) }

        /// The upstream, which is the caller's now, where none of the above is so.
        @inlinable
        @inline(__always)
        var upstream: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: word) }
    }

    /// Unretained; meaningful only while the caller keeps it from changing.
    @inlinable
    @inline(__always)
    var upstream: UnsafeMutableRawPointer? { mr_sink_upstream(address) }

    /// Gives the object its upstream, with a reference.
    @inlinable
    @inline(__always)
    func attach(_ upstream: UnsafeMutableRawPointer) -> Attachment {
        Attachment(mr_sink_attach(address, upstream))
    }

    /// As above, for an object that no other thread can find.
    @inlinable
    @inline(__always)
    func attachPrivately(_ upstream: UnsafeMutableRawPointer) -> Attachment {
        Attachment(mr_sink_attach_private(address, upstream))
    }

    /// Exchanges the upstream. The new one is still the caller's if the object was disposed before.
    @inlinable
    @inline(__always)
    func replace(_ upstream: UnsafeMutableRawPointer?) -> Taken {
        Taken(mr_sink_replace(address, upstream))
    }

    /// Takes this upstream off the object. True: it is the caller's now.
    @inlinable
    @inline(__always)
    func detach(_ upstream: UnsafeMutableRawPointer) -> Bool {
        mr_sink_detach(address, upstream)
    }

    /// The first step of a disposal; the others follow from what it returns.
    @inlinable
    @inline(__always)
    func markDisposed() -> Taken {
        Taken(mr_sink_dispose(address))
    }
}
