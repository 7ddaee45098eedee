import Millrace

/// An object for an operator's closures to capture, so that the contract sees when they release it.
///
/// ```swift
/// OperatorContract("scaled", sends: [1, 2]) { source, token in source.map { token.keep($0 * 2) } }.check()
/// ```
public final class ContractToken: @unchecked Sendable {
    private let token: Token

    /// A second source, for operators that take one. It emits 0 to each subscriber at once, and nothing more. The
    /// subscription to it must be disposed when the stream ends or is disposed, as the one to the first source.
    public let companion: Observable<Int>

    init(_ tally: Token.Tally, companion: Observable<Int>) {
        token = Token(tally)
        self.companion = companion
    }

    /// Returns `value`; a closure that calls it captures the token.
    ///
    /// - Parameter value: what to return.
    public func keep<Value>(_ value: Value) -> Value { token.keep(value) }

    /// Does nothing; a closure that calls it captures the token.
    public func keep() { token.keep() }
}
