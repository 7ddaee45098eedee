/// What an operator with a `capacity`, such as `observe(on:capacity:overflow:)`, does with an element for which there is
/// no room.
public enum OverflowStrategy: Sendable, Hashable {
    /// Keeps all elements; `capacity` says for how many elements to make room at first.
    case buffer
    /// Drops the element that has waited longest.
    case dropOldest
    /// Drops the element that has just come.
    case dropNewest
    /// Fails with an `OverflowError`, after the waiting elements have been delivered.
    case error
}

/// The error that says that an operator with a `capacity` had no room for an element.
public struct OverflowError: Error, Hashable, CustomStringConvertible {
    /// The operator, such as `observe(on:capacity:overflow:)`.
    public let operation: String

    /// How many elements waited: as many as there was room for.
    public let capacity: Int

    /// Where the operator was applied: the file's name with its module, and the line.
    public let place: String

    /// What happened, and where.
    public var description: String {
        "\(operation) at \(place): an element came while \(capacity) waited, as many as there is room for"
    }

    @usableFromInline
    init(operation: String, capacity: Int, place: String) {
        self.operation = operation
        self.capacity = capacity
        self.place = place
    }
}

/// What `Hooks.droppedElementHandler` is told about a dropped element.
public struct DroppedElement: Sendable, Hashable {
    /// The operator, such as `observe(on:capacity:overflow:)`.
    public let operation: String

    /// Where the operator was applied: the file's name with its module, and the line.
    public let place: String

    /// What the operator does with an element for which there is no room.
    public let strategy: OverflowStrategy

    /// How many elements may wait.
    public let capacity: Int

    /// How many elements this subscription has dropped so far, this one included.
    public let count: Int
}
