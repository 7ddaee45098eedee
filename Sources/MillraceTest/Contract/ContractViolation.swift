/// A rule of the operator contract that an operator broke.
public struct ContractViolation: Hashable, Sendable, CustomStringConvertible {
    /// The name that the contract gives the operator.
    public let name: String

    /// Which rule was broken.
    public let rule: ContractRule

    /// What happened.
    ///
    /// The message names the kind of source first: `create` is a source made by `Observable.create`, `foreign` a type
    /// of its own that conforms to `ObservableType`, `subject` a `PublishSubject`. Events read `"1"`, `"|"` for the
    /// completion and `"x(…)"` for an error.
    public let message: String

    /// The operator, the rule and the message, in one line.
    public var description: String { "\(name) breaks \(rule.rawValue) (\(rule.summary)): \(message)" }
}
