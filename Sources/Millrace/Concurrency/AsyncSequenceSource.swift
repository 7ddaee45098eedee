extension AsyncSequence {
    /// An observable whose subscriptions each iterate over this sequence in a task of their own.
    ///
    /// - **Emits** the sequence's elements, in order. It asks for the next element after the observer has returned.
    /// - **Completes** when the sequence ends.
    /// - **Fails** with what the sequence throws; a `CancellationError` too, unless it comes after the disposal.
    /// - **Disposal** cancels the task, on the thread that disposes, and releases the observer. What the sequence does
    ///   after that is ignored; a sequence that ignores the cancellation is held until its next element.
    /// - **Thread**: iterates and emits where Swift runs tasks that belong to no actor. An observer that blocks
    ///   occupies one of the few threads of that pool.
    /// - **Complexity**: O(1) for each element; one task for each subscription. Nothing is buffered.
    ///
    /// - Parameter priority: the tasks' priority; `nil` for the priority of the code that subscribes.
    public func asObservable(priority: TaskPriority? = nil) -> Observable<Element> {
        ClosureSource { downstream in
            let feed = TaskFeed(downstream)
            feed.start(feeding: downstream, false, priority, Iteration(self, feed))
        }
    }
}

private final class Iteration<Source: AsyncSequence>: TaskWork, @unchecked Sendable {
    private let source: Source
    private let feed: TaskFeed<Source.Element>

    init(_ source: Source, _ feed: TaskFeed<Source.Element>) {
        self.source = source
        self.feed = feed
    }

    func run() async {
        do {
            for try await element in source {
                if !feed.next(element) { return }
            }
            feed.completed()
        } catch {
            feed.error(error)
        }
    }
}
