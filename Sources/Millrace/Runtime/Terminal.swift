/// How a subject ended, as the one word that `mr_hub` stores.
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
