/// What happens to a consumer of a `Broadcast` that is so slow that the broadcast has no more room.
public enum LagStrategy: Sendable, Hashable {
    /// The broadcast keeps what the consumer has not read, and the senders are held back.
    case suspend
    /// The consumer misses the oldest elements, and goes on with the oldest element that is still there.
    case skip
    /// The consumer fails with a `LagError`.
    case fail
}

/// The error of a consumer of a `Broadcast` that has been too slow, with the strategy `LagStrategy.fail`.
///
/// ```swift
/// let feed = Broadcast<Int>(capacity: 2)
/// var values = feed.values(onLag: .fail).makeAsyncIterator()
/// for number in 1...5 { feed.send(number) }
/// do {
///     while let number = try await values.next() { print(number) }
/// } catch let error as LagError {
///     print("missed \(error.missed)")
/// }
/// // missed 3
/// ```
public struct LagError: Error, Hashable, CustomStringConvertible {
    /// How many elements the consumer has missed.
    public let missed: Int

    /// What happened.
    public var description: String {
        "a consumer of a Broadcast has missed \(missed) elements: it was slower than the sender, and the room was full"
    }

    init(missed: Int) {
        self.missed = missed
    }
}

/// What became of an element that was sent to a `Broadcast`.
public enum SendResult: Sendable, Hashable {
    /// The consumers get the element.
    case sent
    /// There is no room: a consumer with the strategy `LagStrategy.suspend` has not read the oldest element, or other
    /// senders wait. The element was not taken.
    case full
    /// The broadcast has been finished. The element was not taken.
    case ended
    /// Nobody consumes the broadcast at the moment. The element is kept for later consumers, if the broadcast replays.
    case noConsumers
}
