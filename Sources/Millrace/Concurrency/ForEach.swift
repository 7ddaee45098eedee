extension ObservableConvertibleType {
    @inlinable
    public func forEach(
        capacity: Int,
        overflow: OverflowStrategy = .suspend,
        onDrop: (@Sendable (Int) -> Void)? = nil,
        isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ body: (Element) async throws -> Void
    ) async throws {
        for try await element in values(capacity: capacity, overflow: overflow, onDrop: onDrop, file: file, line: line) {
            nonisolated(unsafe) let element = element
            try await body(element)
        }
    }
}

extension InfallibleType {
    @inlinable
    public func forEach(
        capacity: Int,
        overflow: OverflowStrategy = .suspend,
        onDrop: (@Sendable (Int) -> Void)? = nil,
        isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ body: (Element) async throws -> Void
    ) async rethrows {
        for await element in values(capacity: capacity, overflow: overflow, onDrop: onDrop, file: file, line: line) {
            nonisolated(unsafe) let element = element
            try await body(element)
        }
    }
}

extension SharedSequence {
    @MainActor
    @inlinable
    public func forEach(
        capacity: Int,
        overflow: OverflowStrategy,
        onDrop: (@Sendable (Int) -> Void)? = nil,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ body: (Element) async throws -> Void
    ) async rethrows {
        for await element in values(capacity: capacity, overflow: overflow, onDrop: onDrop, file: file, line: line) {
            nonisolated(unsafe) let element = element
            try await body(element)
        }
    }
}
