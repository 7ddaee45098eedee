/// One ring of elements that many consumers read, each at its own pace: tasks that iterate over `values`, and the
/// observers of `asObservable(onLag:onSkip:)`.
///
/// - **Emits** to each consumer every element that is sent after the consumer has joined, in the order in which they
///   were sent, and before these the last `replay` elements that were sent earlier. A consumer joins with the call of
///   `values` or with its subscription; so call `values` before the first element is sent, not in the task that iterates.
/// - **Room**: the ring has room for `capacity` elements. An element leaves the ring when every consumer has read it
///   and it is not to be replayed, or when the ring is full and its slot is needed. `LagStrategy` says, for each
///   consumer, what happens in the second case if the consumer has not read the element: the senders are held back, the
///   consumer misses the element, or the consumer fails.
/// - **Ends** with the first `finish()` or `finish(throwing:)`: each consumer reads what is left, and then the end. A
///   later consumer gets what is replayed, and then the end. Consumers do not hold the broadcast. When the broadcast is
///   released, nobody can send any more: iterations end without an error, and observers are released without an event,
///   both after what is left.
/// - **Threads**: all members may be called from any thread, from inside of observers too. Each takes a lock for a few
///   instructions. No observer runs under the lock, and no element is released under it.
/// - **Complexity**: sending and reading take O(1), however many consumers there are, plus the time to resume those that
///   wait. The room for all elements is allocated with the broadcast; sending and reading allocate nothing.
///
/// ```swift
/// let prices = Broadcast<Int>(replay: 2, capacity: 16)
/// for price in 1...3 { prices.send(price) }
/// let subscription = prices.asObservable().subscribe(onNext: { print("observer: \($0)") })
/// let values = prices.values(onLag: .skip)
/// prices.send(4)
/// prices.finish()
/// for try await price in values { print("task: \(price)") }
/// // observer: 2
/// // observer: 3
/// // observer: 4
/// // task: 2
/// // task: 3
/// // task: 4
/// ```
public final class Broadcast<Element>: ObservableConvertibleType, @unchecked Sendable {
    @usableFromInline
    let core: Core

    /// A broadcast that nobody consumes yet.
    ///
    /// - Parameters:
    ///   - replay: with how many earlier elements a consumer begins at most, from 0 to `capacity`.
    ///   - capacity: for how many elements there is room, at least 1; those that are kept for later consumers included.
    @inlinable
    public init(replay: Int = 0, capacity: Int) {
        require(capacity > 0, "Broadcast(replay:capacity:): capacity must be at least 1, not \(capacity)")
        require(
            capacity <= CursorRing<Element>.mostElements,
            "Broadcast(replay:capacity:): no memory is large enough for a capacity of \(capacity)"
        )
        require(
            replay >= 0 && replay <= capacity,
            "Broadcast(replay:capacity:): replay must be from 0 to the capacity, \(capacity), not \(replay)"
        )
        core = Core(capacity: capacity, replay: replay)
    }

    deinit {
        core.finish(.silent)
    }

    /// Sends an element to all consumers, if there is room.
    ///
    /// - **Thread**: resumes the tasks that wait for an element, and delivers to observers on the calling thread. If
    ///   another thread is delivering to an observer at the moment, that thread goes on to deliver this element.
    ///   Delivering to observers aside, the method never waits.
    /// - **Complexity**: O(consumers that wait for an element).
    ///
    /// ```swift
    /// let feed = Broadcast<String>(replay: 1, capacity: 1)
    /// print(feed.send("for later"))
    /// let values = feed.values(onLag: .suspend)
    /// print(feed.send("no room, as long as the first element has not been read"))
    /// feed.finish()
    /// print(feed.send("too late"))
    /// withExtendedLifetime(values) {}
    /// // noConsumers
    /// // full
    /// // ended
    /// ```
    ///
    /// - Parameter element: the element.
    /// - Returns: what became of the element.
    @inlinable
    @discardableResult
    public func send(_ element: Element) -> SendResult {
        core.send(element)
    }

    /// Sends an element to all consumers, as soon as there is room.
    ///
    /// Senders that wait go on in the order in which they have come. Meanwhile `send(_:)` finds no room.
    ///
    /// - **Fails** with `CancellationError` if the calling task is cancelled before the element has found room. The
    ///   element is not sent then.
    /// - **Thread**: as `send(_:)`. An element that has waited is sent by the thread that makes room.
    /// - **Complexity**: as `send(_:)`; waiting allocates a constant amount of memory.
    ///
    /// ```swift
    /// let feed = Broadcast<Int>(capacity: 2)
    /// let values = feed.values
    /// let sum = Task { try await values.reduce(0, +) }
    /// for number in 1...100 { try await feed.sendWhenRoom(number) }
    /// feed.finish()
    /// print(try await sum.value)
    /// // 5050
    /// ```
    ///
    /// - Parameters:
    ///   - element: the element.
    ///   - isolation: the actor that calls; the compiler fills it in.
    /// - Returns: `.sent`, `.noConsumers` or `.ended`.
    @inlinable
    @discardableResult
    public func sendWhenRoom(
        _ element: Element,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> SendResult {
        try Task.checkCancellation()
        let result = core.send(element)
        return result == .full ? try await core.sendLater(element, isolation: isolation) : result
    }

    /// Ends the broadcast: consumers read what is left, and then their iteration ends, or their observer is told of the
    /// completion. Senders that wait return `.ended`. Only the first end counts.
    public func finish() {
        core.finish(.completed)
    }

    /// Ends the broadcast with an error, as `finish()` ends it without one.
    ///
    /// - Parameter error: what iterations throw, and observers receive.
    public func finish(throwing error: any Error) {
        core.finish(.error(error))
    }
}

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
/// let values = feed.values(onLag: .fail)
/// for number in 1...5 { feed.send(number) }
/// do {
///     for try await number in values { print(number) }
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
