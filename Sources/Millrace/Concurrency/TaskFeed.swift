/// What a task of a subscription does.
protocol TaskWork: Sendable {
    func run() async
}

/// Feeds a chain from a task.
///
/// The task may hold this object long after the disposal. So the downstream is released as early as possible: by the
/// disposal, or, if an emission is under way then, by that emission. `State` decides between the two:
///
/// | | while nothing is emitted | during an emission |
/// |---|---|---|
/// | a disposal | takes the downstream and releases it | marks the end |
/// | the emission's end | | after a disposal: takes the downstream and releases it |
///
/// The task emits one event after another. The lock is held for these marks alone; the downstream is called and
/// released, and the task cancelled, outside of the lock.
final class TaskFeed<Element>: DisposeBase, @unchecked Sendable {
    private struct State {
        // Owned.
        var downstream: Held<Sink<Element>>?
        var task: Task<Void, Swift.Never>?
        var isEmitting = false
        var isOver = false

        mutating func takeDownstream() -> Held<Sink<Element>>? {
            defer { downstream = nil }
            return downstream
        }
    }

    private let state: Locked<State>
    private let pressure: Pressure?

    init(_ downstream: Sink<Element>, _ pressure: Pressure? = nil) {
        self.pressure = pressure
        state = Locked(State(downstream: .init(retaining: downstream)))
    }

    deinit {
        TaskFeed.release(state.access { $0.takeDownstream() })
    }

    /// Runs `work` in a new task, which feeds `downstream`.
    func start(feeding downstream: Sink<Element>, _ detached: Bool, _ priority: TaskPriority?, _ work: any TaskWork) {
        downstream.setUpstream(self)
        if isDisposed { return }
        let task = makeTask(detached, priority, work)
        let isLate = state.access { state in
            if !state.isOver { state.task = task }
            return state.isOver
        }
        if isLate { task.cancel() }
    }

    /// False: the subscription is over, and further events are ignored.
    func next(_ element: Element) -> Bool {
        emit { $0.next(element) }
        return !isDisposed
    }

    func completed() {
        emit { $0.completed() }
    }

    func error(_ error: Swift.Error) {
        emit { $0.error(error) }
    }

    private func emit(_ event: (Sink<Element>) -> Void) {
        let downstream = state.access { state -> Held<Sink<Element>>? in
            if state.isOver { return nil }
            state.isEmitting = true
            return state.downstream
        }
        downstream?.use(event)
        let former = state.access { state -> Held<Sink<Element>>? in
            state.isEmitting = false
            return state.isOver ? state.takeDownstream() : nil
        }
        TaskFeed.release(former)
    }

    /// Waits until there is room further down. False: the subscription is over.
    func waitForRoom(_ pressure: Pressure) async -> Bool {
        // Again after each pause: other sources go on at the same time, and may take the room first.
        while !pressure.isOpen && !isDisposed {
            await withCheckedContinuation { continuation in
                pressure.onReopen { continuation.resume() }
                // A disposal that came before the continuation was stored has not found it.
                if isDisposed { pressure.runAndClose() }
            }
        }
        return !isDisposed
    }

    override func disposed() {
        pressure?.runAndClose()
        let (task, former) = state.access { state in
            state.isOver = true
            return (exchange(&state.task, for: nil), state.isEmitting ? nil : state.takeDownstream())
        }
        task?.cancel()
        TaskFeed.release(former)
    }

    private static func release(_ downstream: Held<Sink<Element>>?) {
        guard let downstream else { return }
        downstream.use { $0.sourceReleased() }
        releaseLink(downstream)
    }
}

// A free function, because a task must not capture the metatypes of a generic type.
private func makeTask(_ detached: Bool, _ priority: TaskPriority?, _ work: any TaskWork) -> Task<Void, Swift.Never> {
    detached
        ? Task.detached(priority: priority) { await work.run() }
        : Task(priority: priority) { await work.run() }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// A source whose subscriptions each run `work` in a task of their own.
    ///
    /// - **Emits** what `work` returns.
    /// - **Fails** with the error that `work` throws, even if that is a `CancellationError`.
    /// - **Disposal** cancels the task, on the thread that disposes, and releases the observer. What `work` returns or
    ///   throws after that is ignored. `work` itself is held until the task has ended.
    /// - **Thread**: runs `work`, and emits, where Swift runs tasks that belong to no actor.
    /// - **Complexity**: O(1); one task for each subscription.
    ///
    /// ```swift
    /// let answer = Single.create {
    ///     await Task.yield() // such as a request
    ///     return "answer"
    /// }
    /// print(try await answer.value)
    /// // answer
    /// ```
    ///
    /// - Parameters:
    ///   - detached: whether the task is detached; if not, it takes over the priority and the task-local values of the
    ///     task that subscribes.
    ///   - priority: the task's priority; if it is `nil`, the priority of the code that subscribes, or the default
    ///     priority for a detached task.
    ///   - work: called once for each subscription; makes the element.
    @preconcurrency
    public static func create(
        detached: Bool = false,
        priority: TaskPriority? = nil,
        work: @Sendable @escaping () async throws -> Element
    ) -> Single<Element> {
        PrimitiveSequence(
            raw: ClosureSource(kind: .pausable) { downstream in
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
