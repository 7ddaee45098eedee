#if Metrics
    import Metrics
    import Millrace

    extension ObservableType {
        /// Emits what the asynchronous closure `transform` makes of each element, lets at most `capacity` elements wait
        /// for it, and measures the queue; otherwise as `map(maxConcurrent:ordered:capacity:overflow:_:)`.
        ///
        /// The metrics are those of `observe(on:capacity:overflow:metered:)`. An element waits until its closure begins:
        /// `queued` and `lag` say nothing of how long closures run. What waits when a closure throws is dropped with the
        /// reason `error`.
        ///
        /// ```swift
        /// let metrics = TestMetrics()
        /// let names = Observable.of(1, 2)
        ///     .map(maxConcurrent: 1, capacity: 8, overflow: .suspend, metered: "names", factory: metrics) { id in
        ///         await Task.yield() // such as a request
        ///         return "user \(id)"
        ///     }
        /// print(try await names.toArray().value)
        /// print(try metrics.expectTimer("names.lag").values.count)
        /// // ["user 1", "user 2"]
        /// // 2
        /// ```
        ///
        /// - Parameters:
        ///   - maxConcurrent: how many elements may be on their way at a time, at least 1.
        ///   - ordered: whether results are emitted in the order of the elements.
        ///   - capacity: how many elements may wait while `maxConcurrent` are on their way, at least 1.
        ///   - overflow: what to do with an element that comes when `capacity` elements wait already.
        ///   - name: what the metrics' labels begin with.
        ///   - dimensions: the dimensions of all metrics, as pairs of a name and a value.
        ///   - factory: the backend; by default the one of the `MetricsSystem`.
        ///   - clock: measures how long elements wait.
        ///   - file: the path of the file of the call; the compiler fills it in.
        ///   - line: the line of the call; the compiler fills it in.
        ///   - transform: makes of an element what is emitted instead.
        public func map<Result, C: Clock<Duration>>(
            maxConcurrent: Int,
            ordered: Bool = false,
            capacity: Int,
            overflow: OverflowStrategy,
            metered name: String,
            dimensions: [(String, String)] = [],
            factory: any MetricsFactory = MetricsSystem.factory,
            clock: C = ContinuousClock(),
            file: StaticString = #fileID,
            line: UInt = #line,
            _ transform: @escaping @Sendable (Element) async throws -> Result
        ) -> Observable<Result> {
            let function = "map(maxConcurrent:ordered:capacity:overflow:metered:_:)"
            require(capacity > 0, "\(function): capacity must be at least 1, not \(capacity)")
            require(maxConcurrent > 0, "\(function): maxConcurrent must be at least 1, not \(maxConcurrent)")
            return metering(QueueMetrics(name, dimensions, factory, clock, overflow)) { source, meter in
                source.map(
                    maxConcurrent: maxConcurrent,
                    ordered: ordered,
                    capacity: capacity,
                    overflow: overflow,
                    file: file,
                    line: line,
                    onDrop: { meter.drop() }
                ) { try await transform(meter.leave($0)) }
            }
        }
    }
#endif
