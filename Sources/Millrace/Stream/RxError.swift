/// Errors that Millrace itself emits.
public enum RxError: Swift.Error {
    /// An error without a better name.
    case unknown
    /// `object` was used after it had been disposed.
    case disposed(object: AnyObject)
    /// A number overflowed.
    case overflow
    /// An argument was outside of its range.
    case argumentOutOfRange
    /// A sequence was empty where an element was needed.
    case noElements
    /// A sequence had more than one element where one was asked for.
    case moreThanOneElement
    /// Nothing came in time.
    case timeout
}

// The object is stored only to be printed.
extension RxError: @unchecked Sendable {}

extension RxError: CustomDebugStringConvertible {
    /// What went wrong, in a sentence.
    public var debugDescription: String {
        switch self {
        case .unknown: "Unknown error occurred."
        case .disposed(let object): "Object `\(object)` was already disposed."
        case .overflow: "Arithmetic overflow occurred."
        case .argumentOutOfRange: "Argument out of range."
        case .noElements: "Sequence doesn't contain any elements."
        case .moreThanOneElement: "Sequence contains more than one element."
        case .timeout: "Sequence timeout."
        }
    }
}
