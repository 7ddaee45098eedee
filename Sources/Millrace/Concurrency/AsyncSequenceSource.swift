extension AsyncSequence {
    /// An observable whose subscriptions each iterate over this sequence in a task of their own.
    ///
    /// - **Emits** the sequence's elements, in order. It asks for the next element after the observer has
    ///   returned, and not while a bounded queue with the strategy `OverflowStrategy.suspend` further down is full.
    /// - **Completes** when the sequence ends.
    /// - **Fails** with the error that the sequence throws, even if that is a `CancellationError`.
    /// - **Disposal** cancels the task, on the thread that disposes, and releases the observer. What the sequence does
    ///   after that is ignored. A sequence that ignores the cancellation is held until its next element.
    /// - **Thread**: iterates and emits where Swift runs tasks that belong to no actor. An observer that blocks
    ///   occupies one of the few threads of that pool.
    /// - **Complexity**: O(1) for each element; one task for each subscription. Nothing is buffered.
    ///
    /// ```swift
    /// let numbers = AsyncStream { continuation in
    ///     for number in 1...3 { continuation.yield(number) }
    ///     continuation.finish()
    /// }
    /// let squares = numbers.asObservable().map { $0 * $0 }
    /// print(try await squares.toArray().value)
    /// // [1, 4, 9]
    /// ```
    ///
    /// - Parameter priority: the tasks' priority; if it is `nil`, the priority of the code that subscribes.
    public func asObservable(priority: TaskPriority? = nil) -> Observable<Element> {
        ClosureSource(kind: .pausable) { downstream in
            let pressure = Pressure.below(downstream)
            let feed = TaskFeed(downstream, pressure)
            feed.start(feeding: downstream, false, priority, Iteration(self, feed, pressure))
        }
    }
}

private final class Iteration<Source: AsyncSequence>: TaskWork, @unchecked Sendable {
    private let source: Source
    private let feed: TaskFeed<Source.Element>
    private let pressure: Pressure?

    init(_ source: Source, _ feed: TaskFeed<Source.Element>, _ pressure: Pressure?) {
        self.source = source
        self.feed = feed
        self.pressure = pressure
    }

    func run() async {
        do {
            // While there is no room, the sequence is not asked for an element. When the element comes, another source may
            // have taken the room.
            if let pressure, await !feed.waitForRoom(pressure) { return }
            for try await element in source {
                if let pressure, await !feed.waitForRoom(pressure) { return }
                if !feed.next(element) { return }
                if let pressure, await !feed.waitForRoom(pressure) { return }
            }
            feed.completed()
        } catch {
            feed.error(error)
        }
    }
}
