/// The error that a `#` in a marble diagram stands for, unless another one is given.
public struct MarbleError: Swift.Error, Equatable, Sendable, CustomStringConvertible {
    /// Makes the error.
    public init() {}

    /// What it reads as.
    public var description: String { "marble error" }
}
