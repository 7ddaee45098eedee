#if Metrics
    import Metrics
    import Millrace

    /// The metrics of a queue in which elements wait, made once for all subscriptions of an operator.
    struct QueueMetrics: Sendable {
        let queued: Meter
        let lag: Timer
        /// Elements for which there was no room; `nil` if the strategy drops none.
        let full: Counter?
        let failed: Counter
        let disposed: Counter
        /// The time since some moment.
        let now: @Sendable () -> Duration

        init<C: Clock<Duration>>(
            _ name: String,
            _ dimensions: [(String, String)],
            _ factory: any MetricsFactory,
            _ clock: C,
            _ overflow: OverflowStrategy
        ) {
            func dropped(_ reason: String) -> Counter {
                Counter(label: "\(name).dropped", dimensions: dimensions + [("reason", reason)], factory: factory)
            }
            queued = Meter(label: "\(name).queued", dimensions: dimensions, factory: factory)
            lag = Timer(label: "\(name).lag", dimensions: dimensions, factory: factory)
            switch overflow {
            case .dropOldest: full = dropped("dropOldest")
            case .dropNewest: full = dropped("dropNewest")
            case .buffer, .error, .suspend: full = nil
            }
            failed = dropped("error")
            disposed = dropped("disposed")
            let start = clock.now
            now = { start.duration(to: clock.now) }
        }
    }

    /// An element that waits, and when it came.
    struct Stamped<Element> {
        let element: Element
        let time: Duration
    }

    extension Stamped: Sendable where Element: Sendable {}

    /// Counts the elements of one subscription that wait. Each element that enters leaves once: delivered or dropped.
    ///
    /// What the backend is told is decided under a lock, and told after it. `queued` is told of an element before the
    /// element is counted, so it never falls below zero.
    final class QueueMeter: Sendable {
        private struct State {
            var waiting = 0
            /// Whether what waited has been counted as dropped.
            var isClosed = false
        }

        private let metrics: QueueMetrics
        private let state = Locked(State())

        init(_ metrics: QueueMetrics) {
            self.metrics = metrics
        }

        func enter<Element>(_ element: Element) -> Stamped<Element> {
            metrics.queued.increment()
            let isCounted = state.access { state in
                if !state.isClosed { state.waiting += 1 }
                return !state.isClosed
            }
            if !isCounted { metrics.queued.decrement() }
            return Stamped(element: element, time: metrics.now())
        }

        /// The element is delivered.
        func leave<Element>(_ stamped: Stamped<Element>) -> Element {
            if countOff() { metrics.lag.record(duration: metrics.now() - stamped.time) }
            return stamped.element
        }

        /// One of the elements has found no room, or has made room for another.
        func drop() {
            if countOff() { metrics.full?.increment() }
        }

        /// The stream has failed: what still waits is not delivered.
        func fail() {
            close(metrics.failed)
        }

        /// The subscription is over: what still waits is not delivered.
        func close() {
            close(metrics.disposed)
        }

        private func countOff() -> Bool {
            let isCounted = state.access { state in
                if !state.isClosed { state.waiting -= 1 }
                return !state.isClosed
            }
            if isCounted { metrics.queued.decrement() }
            return isCounted
        }

        private func close(_ counter: Counter) {
            let left = state.access { state in
                defer { state = State(waiting: 0, isClosed: true) }
                return state.waiting
            }
            guard left > 0 else { return }
            metrics.queued.decrement(by: Double(left))
            counter.increment(by: left)
        }
    }

    extension ObservableType {
        /// This source, with what `operation` does between the elements' entering and leaving the queue.
        ///
        /// - Parameter operation: applies the operator with the queue; it calls `leave` and `drop` of the meter.
        func metering<Result>(
            _ metrics: QueueMetrics,
            _ operation: @escaping (Observable<Stamped<Element>>, QueueMeter) -> Observable<Result>
        ) -> Observable<Result> {
            let source = asObservable()
            return .deferred {
                let meter = QueueMeter(metrics)
                return operation(source.map { meter.enter($0) }, meter)
                    .do(onError: { _ in meter.fail() }, onDispose: { meter.close() })
            }
        }
    }
#endif
