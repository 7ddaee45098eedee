/// What a bounded queue, which has room for a limited number of elements, does with an element for which there is no
/// room: `observe(on:capacity:overflow:)`, `values(capacity:overflow:onDrop:)`.
public enum OverflowStrategy: Sendable, Hashable {
    /// Keeps all elements; `capacity` says for how many elements to make room at first.
    case buffer
    /// Drops the element that has waited longest.
    case dropOldest
    /// Drops the element that has just come.
    case dropNewest
    /// Fails with an `OverflowError`, after the waiting elements have been delivered.
    case error
    /// Holds the source back while there is no room. Once a source waits for room, it goes on when half of the room is
    /// free.
    ///
    /// The source has to be one that can pause: `range`, `from`, `of`, `generate`, `repeatElement`, `timer`, `interval`,
    /// `create(pausable:)`, an `AsyncSequence` as an observable, a `Broadcast`; or `just`, `empty`, `never`, `error`;
    /// or an operator over such sources. An operator that keeps elements without a bound, as `delay` does, must not be
    /// in between. The subscription stops with a message that names any other source, or such an operator. If the
    /// source is one of those that `flatMap`, `merge` or `concat` is given while events are under way, the stream fails
    /// with an `UnpausableSourceError` instead.
    ///
    /// At most `capacity` elements wait. If several sources emit at the same moment, one more may wait for each of them
    /// but the first. Documentation/Guarantees.md, no. 13, lists what else may exceed the capacity.
    case suspend
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
    package init(operation: String, capacity: Int, place: String) {
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
