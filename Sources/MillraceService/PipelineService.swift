#if Service
    import Millrace
    import ServiceLifecycle

    /// A source and an asynchronous closure for its elements, as a service.
    ///
    /// - **Start**: `run()` subscribes, and calls the closure with one element after another, while at most `capacity`
    ///   further elements wait.
    /// - **Graceful shutdown**: the subscription is disposed at once, so no further element comes. What waits is handled,
    ///   for `drainWithin` at most. Then the task of the closure is cancelled, what still waits is dropped, and `run()`
    ///   throws a ``DrainTimeoutError``, which says how much. If all was handled in time, `run()` returns. Elements that
    ///   wait in operators above, such as `observe(on:)`, are dropped with the subscription and are not counted; nor is
    ///   an element that another thread is passing on from the source at that moment.
    /// - **Completes**: `run()` returns when the source has completed and all elements have been handled. By default, a
    ///   service group then cancels its other services; its configuration has `successTerminationBehavior`.
    /// - **Fails**: `run()` throws the source's error, after the elements that wait; an `OverflowError` with the strategy
    ///   `.error`; what the closure throws, at once; and a `CancellationError` if its task is cancelled.
    /// - **Disposal**: when `run()` returns or throws, the subscription has been disposed, the closure is not running,
    ///   and `onEnd` has been called. A closure that ignores the cancellation keeps `run()` waiting.
    /// - **Thread**: subscribes, and calls the closure, where Swift runs tasks that belong to no actor.
    /// - **Complexity**: O(1) for each element. Memory for at most `capacity` elements.
    ///
    /// ```swift
    /// let orders = Observable.of("tea", "milk")
    /// let service = PipelineService(orders, capacity: 64, drainWithin: .seconds(10)) { order in
    ///     print("ships \(order)")
    /// }
    /// try await service.run() // in a program: a ServiceGroup runs it
    /// // ships tea
    /// // ships milk
    /// ```
    public struct PipelineService<Element: Sendable>: Service {
        private let source: Observable<Element>
        private let capacity: Int
        private let overflow: OverflowStrategy
        private let limit: Duration
        private let clock: any Clock<Duration>
        private let onDrop: (@Sendable (Int) -> Void)?
        private let onEnd: (@Sendable (PipelineReport) -> Void)?
        private let handle: @Sendable (Element) async throws -> Void
        private let file: StaticString
        private let line: UInt

        /// - Parameters:
        ///   - source: what to subscribe to when the service starts.
        ///   - capacity: how many elements may wait, at least 1.
        ///   - overflow: what to do with an element that comes when `capacity` elements wait already; by default the
        ///     source is held back. Any strategy but `.buffer`.
        ///   - limit: how long a graceful shutdown waits for the elements to be handled, by `clock`; not negative.
        ///   - clock: what the time of the shutdown goes by.
        ///   - onDrop: called for each element for which there is no room, on the thread that emits, with the number of
        ///     elements that have been dropped so far; not with the strategy `.error`.
        ///   - onEnd: called once at the end of `run()`, however it ends, such as to log what was lost.
        ///   - file: the path of the file of the call; the compiler fills it in.
        ///   - line: the line of the call; the compiler fills it in.
        ///   - handle: called with each element; while it runs, further elements wait.
        public init(
            _ source: some ObservableConvertibleType<Element>,
            capacity: Int,
            overflow: OverflowStrategy = .suspend,
            drainWithin limit: Duration,
            clock: any Clock<Duration> = ContinuousClock(),
            onDrop: (@Sendable (Int) -> Void)? = nil,
            onEnd: (@Sendable (PipelineReport) -> Void)? = nil,
            file: StaticString = #fileID,
            line: UInt = #line,
            _ handle: @escaping @Sendable (Element) async throws -> Void
        ) {
            require(capacity > 0, "PipelineService: capacity must be at least 1, not \(capacity)")
            require(
                overflow != .buffer,
                "PipelineService: overflow .buffer has no bound; use .suspend, .dropOldest, .dropNewest or .error"
            )
            require(limit >= .zero, "PipelineService: drainWithin must not be negative, not \(limit)")
            self.source = source.asObservable()
            self.capacity = capacity
            self.overflow = overflow
            self.limit = limit
            self.clock = clock
            self.onDrop = onDrop
            self.onEnd = onEnd
            self.handle = handle
            self.file = file
            self.line = line
        }

        /// Subscribes, and handles elements until the source ends or the service is shut down. Each call subscribes anew.
        public func run() async throws {
            let counts = Locked(PipelineReport())
            let elements = source.values(
                capacity: capacity,
                overflow: overflow,
                onDrop: { [onDrop] count in
                    counts.access { $0.overflowed = max($0.overflowed, count) }
                    onDrop?(count)
                },
                file: file,
                line: line
            )
            let last: Result<Moment, any Error>
            do {
                last = .success(
                    try await withThrowingTaskGroup(of: Moment.self) { group in
                        try await wait(for: &group, elements, counts)
                    }
                )
            } catch {
                last = .failure(error)
            }
            // The closure's task has ended, so the counts are final.
            let unhandled = elements.close()
            let report = counts.access { counts in
                counts.unhandled = unhandled
                return counts
            }
            onEnd?(report)
            if try last.get() == .deadline, report.unhandled + report.interrupted > 0 {
                throw DrainTimeoutError(limit: limit, report: report)
            }
        }

        /// What the tasks of a run wait for.
        private enum Moment: Sendable {
            case end, shutdown, deadline
        }

        /// Waits for the end of the closure's task, or for the deadline of the shutdown.
        private func wait(
            for group: inout ThrowingTaskGroup<Moment, any Error>,
            _ elements: AsyncValues<Element, any Error>,
            _ counts: Locked<PipelineReport>
        ) async throws -> Moment {
            group.addTask {
                try await handleAll(elements, counts)
                return .end
            }
            // Not a shutdown handler: that would be called under a lock.
            group.addTask {
                try await gracefulShutdown()
                return .shutdown
            }
            defer { group.cancelAll() }
            guard try await group.next() == .shutdown else { return .end }
            elements.stop()
            group.addTask { [clock, limit] in
                try await clock.sleep(for: limit)
                return .deadline
            }
            return try await group.next() ?? .end
        }

        private func handleAll(_ elements: AsyncValues<Element, any Error>, _ counts: Locked<PipelineReport>)
            async throws
        {
            for try await element in elements {
                do {
                    try await handle(element)
                    counts.access { $0.handled += 1 }
                } catch {
                    counts.access { $0.interrupted += 1 }
                    throw error
                }
            }
        }
    }
#endif
