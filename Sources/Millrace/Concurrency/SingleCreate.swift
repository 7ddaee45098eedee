extension PrimitiveSequenceType where Trait == SingleTrait {
    /// A source whose subscriptions each run `work` in a task of their own.
    ///
    ///     let user = Single.create { try await client.user(id) }
    ///
    /// - **Emits** what `work` returns.
    /// - **Fails** with what `work` throws; a `CancellationError` too, unless it comes after the disposal.
    /// - **Disposal** cancels the task, on the thread that disposes, and releases the observer; what `work` returns or
    ///   throws then counts for nothing. `work` itself is held until the task has ended.
    /// - **Thread**: runs `work`, and emits, where Swift runs tasks that belong to no actor.
    /// - **Complexity**: O(1); one task for each subscription.
    ///
    /// - Parameters:
    ///   - detached: `false` for a task that takes over the priority and the task-local values of the one that subscribes.
    ///   - priority: the task's priority; `nil` for that of whoever subscribes, or the default one if it is detached.
    ///   - work: called once for each subscription.
    @preconcurrency
    public static func create(
        detached: Bool = false,
        priority: TaskPriority? = nil,
        work: @Sendable @escaping () async throws -> Element
    ) -> Single<Element> {
        PrimitiveSequence(
            raw: ClosureSource { downstream in
                let feed = TaskFeed(downstream)
                feed.start(feeding: downstream, detached, priority, SingleWork(work, feed))
            }
        )
    }
}

private final class SingleWork<Element>: TaskWork, @unchecked Sendable {
    private let work: @Sendable () async throws -> Element
    private let feed: TaskFeed<Element>

    init(_ work: @escaping @Sendable () async throws -> Element, _ feed: TaskFeed<Element>) {
        self.work = work
        self.feed = feed
    }

    func run() async {
        do {
            let element = try await work()
            if feed.next(element) { feed.completed() }
        } catch {
            feed.error(error)
        }
    }
}
