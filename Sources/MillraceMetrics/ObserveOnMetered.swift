#if Metrics
    import Metrics
    import Millrace

    extension ObservableType {
        /// Delivers the events of this source on `scheduler`, lets at most `capacity` elements wait, and measures the
        /// queue; otherwise as `observe(on:capacity:overflow:)`.
        ///
        /// | metric | type | what it measures |
        /// |---|---|---|
        /// | `orders.queued` | `Meter` | elements that wait, of all subscriptions |
        /// | `orders.lag` | `Timer` | how long an element has waited when its delivery begins |
        /// | `orders.dropped` | `Counter` | elements that were not delivered; the dimension `reason` says why |
        ///
        /// The reasons are `dropOldest` and `dropNewest`, for what the strategy of that name has dropped; `error`, for
        /// what the failure of the stream left behind, such as the element that found no room with the strategy
        /// `.error`; and `disposed`, for what waited when the subscription was disposed. Every element that comes is
        /// either delivered, and then it is in the `lag`, or `dropped` for one reason.
        ///
        /// The metrics are made once, when the operator is applied, and all its subscriptions share them.
        ///
        /// - **Emits**, **completes** and **fails** as `observe(on:capacity:overflow:)` does.
        /// - **Disposal** disposes the source's subscription, then counts what waits as dropped.
        /// - **Thread**: observers are called on `scheduler`. The backend is called where an element comes, is dropped or
        ///   is delivered.
        /// - **Complexity**: O(1) for each element, with a lock for a few instructions, two readings of the clock and
        ///   three calls of the backend more than `observe(on:capacity:overflow:)`.
        ///
        /// ```swift
        /// let (metrics, scheduler) = (TestMetrics(), TestScheduler(initialClock: 0))
        /// let subscription = Observable.of(1, 2, 3, 4)
        ///     .observe(on: scheduler, capacity: 2, overflow: .dropOldest, metered: "orders", factory: metrics)
        ///     .subscribe(onNext: { print($0) })
        /// print("waiting: \(try metrics.expectMeter("orders.queued").lastValue ?? 0)")
        /// scheduler.start()
        /// print("dropped: \(metrics.counterTotal(label: "orders.dropped"))")
        /// // waiting: 2.0
        /// // 3
        /// // 4
        /// // dropped: 2
        /// ```
        ///
        /// - Parameters:
        ///   - scheduler: where observers are called.
        ///   - capacity: how many elements may wait, at least 1.
        ///   - overflow: what to do with an element that comes when `capacity` elements wait already.
        ///   - name: what the metrics' labels begin with.
        ///   - dimensions: the dimensions of all metrics, as pairs of a name and a value.
        ///   - factory: the backend; by default the one of the `MetricsSystem`.
        ///   - clock: measures how long elements wait.
        ///   - file: the path of the file of the call; the compiler fills it in.
        ///   - line: the line of the call; the compiler fills it in.
        public func observe<C: Clock<Duration>>(
            on scheduler: any ImmediateSchedulerType,
            capacity: Int,
            overflow: OverflowStrategy,
            metered name: String,
            dimensions: [(String, String)] = [],
            factory: any MetricsFactory = MetricsSystem.factory,
            clock: C = ContinuousClock(),
            file: StaticString = #fileID,
            line: UInt = #line
        ) -> Observable<Element> {
            require(
                capacity > 0,
                "observe(on:capacity:overflow:metered:): capacity must be at least 1, not \(capacity)"
            )
            return metering(QueueMetrics(name, dimensions, factory, clock, overflow)) { source, meter in
                // With `.error`, nothing is dropped: the stream fails.
                let onDrop: (@Sendable () -> Void)? = overflow == .error ? nil : { @Sendable in meter.drop() }
                return
                    source
                    .observe(
                        on: scheduler,
                        capacity: capacity,
                        overflow: overflow,
                        file: file,
                        line: line,
                        onDrop: onDrop
                    )
                    .map { meter.leave($0) }
            }
        }
    }
#endif
