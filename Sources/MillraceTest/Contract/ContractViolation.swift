/// A rule of the operator contract that an operator broke.
public struct ContractViolation: Hashable, Sendable, CustomStringConvertible {
    /// What the contract calls the operator.
    public let name: String

    /// Which rule was broken.
    public let rule: ContractRule

    /// What happened.
    ///
    /// It says first which source was at work: `create` is one that `Observable.create` made, `foreign` a type of its own
    /// that conforms to `ObservableType`, `subject` a `PublishSubject`. Events read `"1"`, `"|"` for the completion and
    /// `"x(…)"` for an error.
    public let message: String

    /// All of it, in a line.
    public var description: String { "\(name) breaks \(rule.rawValue) (\(rule.summary)): \(message)" }
}
