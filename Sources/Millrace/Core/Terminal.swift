import CMillrace

/// How a subject or another source ended, as the one word that `mr_subject` stores.
@usableFromInline
enum Terminal {
    case completed
    case error(Swift.Error)
    /// No event: `dispose()` has ended the subject, or the source has released its subscriber.
    case silent

    /// The terminal as a word. The word of an error owns a reference, which `release(_:)` drops.
    @usableFromInline
    var word: UInt {
        switch self {
        case .completed: SubjectState.completed
        case .silent: SubjectState.silent
        case .error(let error): UInt(bitPattern: Held(retaining: ErrorBox(error)).address)
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
            self = .error(Held<ErrorBox>(at: pointer).use { $0.error })
        }
    }

    @usableFromInline
    static func release(_ word: UInt) {
        guard word > SubjectState.silent, let pointer = UnsafeRawPointer(bitPattern: word) else { return }
        Held<ErrorBox>(at: pointer).release()
    }
}

/// A terminal that the first of several threads stores.
extension Terminal {
    /// What is stored; `nil` if nothing is.
    @usableFromInline
    init?(in reference: LazyReference) {
        self.init(word: UInt(bitPattern: reference.object))
    }

    /// Stores the terminal, unless another one was stored before.
    @usableFromInline
    func publish(in reference: LazyReference) -> Bool {
        let word = word
        guard let mine = UnsafeMutableRawPointer(bitPattern: word) else { return false }
        if reference.publish(mine) == mine { return true }
        Terminal.release(word)
        return false
    }

    /// Releases what is stored, when no thread uses the reference any more.
    @usableFromInline
    static func release(_ reference: LazyReference) {
        release(UInt(bitPattern: reference.object))
    }
}

extension Terminal {
    private final class ErrorBox {
        let error: Swift.Error

        init(_ error: Swift.Error) {
            self.error = error
        }
    }
}

/// An object that is made when it is first needed, by the thread that needs it first: the address of its place in
/// another object. mr_lazy.h has the protocol.
@usableFromInline
struct LazyReference {
    /// What an object stores.
    @usableFromInline
    struct Storage {
        @usableFromInline
        var word = mr_lazy()

        @inlinable
        @inline(__always)
        init() {}
    }

    @usableFromInline
    let address: UnsafeMutablePointer<mr_lazy>

    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutablePointer<Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: mr_lazy.self)
    }

    @inlinable
    @inline(__always)
    var object: UnsafeMutableRawPointer? { mr_lazy_get(address) }

    /// Publishes `fresh`, unless another thread was first. Returns the object that is published.
    @inlinable
    @inline(__always)
    func publish(_ fresh: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer { mr_lazy_publish(address, fresh) }
}
