import CMillrace

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
        case .completed: MR_HUB_COMPLETED
        case .silent: MR_HUB_SILENT
        case .error(let error): UInt(bitPattern: Unmanaged.passRetained(ErrorBox(error)).toOpaque())
        }
    }

    @usableFromInline
    init?(word: UInt) {
        switch word {
        case 0: return nil
        case MR_HUB_COMPLETED: self = .completed
        case MR_HUB_SILENT: self = .silent
        default:
            guard let pointer = UnsafeRawPointer(bitPattern: word) else { return nil }
            self = .error(Unmanaged<ErrorBox>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.error })
        }
    }

    @usableFromInline
    static func release(_ word: UInt) {
        guard word > MR_HUB_SILENT, let pointer = UnsafeRawPointer(bitPattern: word) else { return }
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
