#if Metrics
    import Metrics
    import Millrace

    extension ObservableConvertibleType {
        /// The elements of this source, for a task to iterate over, of which at most `capacity` wait; the queue is
        /// measured. Otherwise as `values(capacity:overflow:onDrop:)`.
        ///
        /// The metrics are those of `observe(on:capacity:overflow:metered:)`. An element waits until the iteration has
        /// returned it. What waits when the iteration is given up or its task is cancelled is dropped with the reason
        /// `disposed`.
        ///
        /// Each call subscribes, and asks the backend for the metrics. Backends return what they have made before for
        /// the same label and dimensions.
        ///
        /// ```swift
        /// let (metrics, prices) = (TestMetrics(), PublishSubject<Int>())
        /// let latest = prices.values(capacity: 2, overflow: .dropOldest, metered: "prices", factory: metrics)
        /// for price in [5, 7, 6] { prices.onNext(price) }
        /// prices.onCompleted()
        /// for try await price in latest { print(price) }
        /// print("dropped: \(metrics.counterTotal(label: "prices.dropped"))")
        /// // 7
        /// // 6
        /// // dropped: 1
        /// ```
        ///
        /// - Parameters:
        ///   - capacity: how many elements may wait, at least 1.
        ///   - overflow: what to do with an element that comes when `capacity` elements wait already.
        ///   - name: what the metrics' labels begin with.
        ///   - dimensions: the dimensions of all metrics, as pairs of a name and a value.
        ///   - factory: the backend; by default the one of the `MetricsSystem`.
        ///   - clock: measures how long elements wait.
        ///   - file: the path of the file of the call; the compiler fills it in.
        ///   - line: the line of the call; the compiler fills it in.
        public func values<C: Clock<Duration>>(
            capacity: Int,
            overflow: OverflowStrategy,
            metered name: String,
            dimensions: [(String, String)] = [],
            factory: any MetricsFactory = MetricsSystem.factory,
            clock: C = ContinuousClock(),
            file: StaticString = #fileID,
            line: UInt = #line
        ) -> MeteredValues<Element> {
            let meter = QueueMeter(QueueMetrics(name, dimensions, factory, clock, overflow))
            let values = asObservable().map { meter.enter($0) }
                .values(capacity: capacity, overflow: overflow, onDrop: { _ in meter.drop() }, file: file, line: line)
            return MeteredValues(values, MeteredIteration(meter))
        }
    }

    /// The elements of a source, for a task to iterate over: what `values(capacity:overflow:metered:)` returns. Otherwise
    /// as `AsyncValues`.
    public struct MeteredValues<Element>: AsyncSequence {
        let values: AsyncValues<Stamped<Element>, any Error>
        let iteration: MeteredIteration

        init(_ values: AsyncValues<Stamped<Element>, any Error>, _ iteration: MeteredIteration) {
            self.values = values
            self.iteration = iteration
        }

        /// An iterator over the elements that wait and those that come. All iterators share one queue: an element goes
        /// to one of them.
        public func makeAsyncIterator() -> Iterator {
            Iterator(values: values.makeAsyncIterator(), iteration: iteration)
        }

        /// Waits for one element after another.
        public struct Iterator: AsyncIteratorProtocol {
            var values: AsyncValues<Stamped<Element>, any Error>.Iterator
            let iteration: MeteredIteration

            /// The next element; `nil` at the end.
            public mutating func next() async throws -> Element? {
                try await next(isolation: nil)
            }

            /// The next element; `nil` at the end. Suspends the task only if no element waits.
            ///
            /// - Parameter actor: the actor of the caller, which the method does not leave.
            public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> Element? {
                do {
                    if let stamped = try await values.next(isolation: actor) { return iteration.meter.leave(stamped) }
                } catch {
                    iteration.fail(error)
                    throw error
                }
                iteration.meter.close()
                return nil
            }
        }
    }

    extension MeteredValues: @unchecked Sendable where Element: Sendable {}

    extension MeteredValues {
        /// The same elements, as slices of what has come; otherwise as `AsyncValues.batches`.
        ///
        /// An element waits until the iteration has returned its slice: that ends its time in the timer `lag`.
        ///
        /// - **Complexity**: O(elements) for each slice, with two arrays and a reading of the clock for each element.
        ///
        /// ```swift
        /// let (metrics, lines) = (TestMetrics(), PublishSubject<String>())
        /// let batches = lines.values(capacity: 100, overflow: .dropOldest, metered: "lines", factory: metrics).batches
        /// for line in ["a", "b"] { lines.onNext(line) }
        /// lines.onCompleted()
        /// for try await batch in batches { print(batch.joined(separator: "+")) }
        /// print(try metrics.expectTimer("lines.lag").values.count)
        /// // a+b
        /// // 2
        /// ```
        public var batches: Batches { Batches(batches: values.batches, iteration: iteration) }

        /// The type of `MeteredValues.batches`; otherwise as that property.
        public struct Batches: AsyncSequence {
            /// All elements that have waited: at least one.
            public typealias Element = ArraySlice<MeteredValues.Element>

            let batches: AsyncValues<Stamped<MeteredValues.Element>, any Error>.Batches
            let iteration: MeteredIteration

            /// An iterator over what waits and what comes. All iterators share one queue: an element goes to one of
            /// them.
            public func makeAsyncIterator() -> Iterator {
                Iterator(batches: batches.makeAsyncIterator(), iteration: iteration)
            }

            /// Waits for one slice after another.
            public struct Iterator: AsyncIteratorProtocol {
                var batches: AsyncValues<Stamped<MeteredValues.Element>, any Error>.Batches.Iterator
                let iteration: MeteredIteration

                /// All elements that wait, at least one; `nil` at the end.
                public mutating func next() async throws -> ArraySlice<MeteredValues.Element>? {
                    try await next(isolation: nil)
                }

                /// All elements that wait, at least one; `nil` at the end. Suspends the task only if no element waits.
                ///
                /// - Parameter actor: the actor of the caller, which the method does not leave.
                public mutating func next(
                    isolation actor: isolated (any Actor)?
                ) async throws(any Error) -> ArraySlice<MeteredValues.Element>? {
                    do {
                        if let stamped = try await batches.next(isolation: actor) {
                            let meter = iteration.meter
                            return stamped.map { meter.leave($0) }[...]
                        }
                    } catch {
                        iteration.fail(error)
                        throw error
                    }
                    iteration.meter.close()
                    return nil
                }
            }
        }
    }

    extension MeteredValues.Batches: @unchecked Sendable where MeteredValues.Element: Sendable {}

    /// What the sequence and its iterators share. What waits is counted as dropped when none of them is held any more.
    final class MeteredIteration: Sendable {
        let meter: QueueMeter

        init(_ meter: QueueMeter) {
            self.meter = meter
        }

        deinit {
            meter.close()
        }

        /// The iteration ends with an error, and drops what waits.
        func fail(_ error: any Error) {
            if error is CancellationError { meter.close() } else { meter.fail() }
        }
    }
#endif
