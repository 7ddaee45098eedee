import CMillrace

/// An emission under way: which list it walks, and how far it has come; mr_list.h has the protocol.
@usableFromInline
struct Emission {
    @usableFromInline
    var emission = mr_emission()

    @inlinable
    @inline(__always)
    init() {}
}

/// How it went when an observer was added to a list.
@usableFromInline
enum Joining {
    /// The list owns the reference.
    case joined
    /// The list is closed: the terminal event is the caller's to deliver.
    case closed
    /// The observer was disposed meanwhile.
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
