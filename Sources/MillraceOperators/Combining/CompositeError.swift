import Millrace

/// The errors of several sources, which an operator that delays errors fails with.
///
/// ```swift
/// let sources = [Observable<Int>.error(RxError.timeout), .error(RxError.noElements)]
/// let subscription = Observable.mergeDelayingErrors(sources).subscribe(onError: { error in
///     for error in (error as? CompositeError)?.errors ?? [] { print(error) }
/// })
/// // Sequence timeout.
/// // Sequence doesn't contain any elements.
/// ```
public struct CompositeError: Swift.Error {
    /// The errors, in the order in which they came; at least two.
    public let errors: [Swift.Error]

    @usableFromInline
    init(errors: [Swift.Error]) {
        self.errors = errors
    }
}

extension CompositeError: CustomStringConvertible {
    /// The number of errors, and their descriptions, as `print` shows them.
    public var description: String {
        "\(errors.count) errors: " + errors.map { "\($0)" }.joined(separator: ", ")
    }
}
