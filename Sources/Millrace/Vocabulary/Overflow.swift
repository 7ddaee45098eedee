/// What `observe(on:capacity:overflow:)` does with an element for which there is no room.
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

/// The error that says that `observe(on:capacity:overflow:)` had no room for an element.
public struct OverflowError: Error, Hashable, CustomStringConvertible {
    /// How many elements waited: as many as there was room for.
    public let capacity: Int

    /// Where the operator was applied: the file's name with its module, and the line.
    public let place: String

    /// What happened, and where.
    public var description: String {
        "observe(on:capacity:overflow:) at \(place): an element came while \(capacity) waited, as many as there is room for"
    }

    @usableFromInline
    init(capacity: Int, place: String) {
        self.capacity = capacity
        self.place = place
    }
}

/// What `Hooks.droppedElementHandler` is told about a dropped element.
public struct DroppedElement: Sendable, Hashable {
    /// Where the operator was applied: the file's name with its module, and the line.
    public let place: String

    /// What the operator does with an element for which there is no room.
    public let strategy: OverflowStrategy

    /// How many elements may wait.
    public let capacity: Int

    /// How many elements this subscription has dropped so far, this one included.
    public let count: Int
}
