/// What a sequence emitted, and whether it failed.
@frozen
public enum MaterializedSequenceResult<Element> {
    /// It emitted `elements` and completed.
    case completed(elements: [Element])
    /// It emitted `elements` and then failed, or did not end in time.
    case failed(elements: [Element], error: Swift.Error)
}

extension MaterializedSequenceResult: Sendable where Element: Sendable {}
