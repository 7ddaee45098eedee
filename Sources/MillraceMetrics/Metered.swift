#if Metrics
    import Metrics
    import Millrace

    extension ObservableType {
        /// Counts what passes: the elements, the errors, and the subscriptions that are alive.
        ///
        /// | metric | type | what it counts |
        /// |---|---|---|
        /// | `orders.elements` | `Counter` | elements that have passed |
        /// | `orders.errors` | `Counter` | failures that have passed |
        /// | `orders.subscriptions` | `Meter` | subscriptions that have neither ended nor been disposed |
        ///
        /// The metrics are made once, when the operator is applied, and all its subscriptions share them. So apply the
        /// operator where the pipeline is put together, and not anew for each request.
        ///
        /// - **Emits**, **completes** and **fails** as the source does. An event is counted before it is passed on.
        /// - **Disposal** disposes the source's subscription, then counts the subscription off.
        /// - **Thread**: emits on the thread that the source emits on, and calls the metrics' backend there.
        /// - **Complexity**: O(1) and one call of the backend for each element; one allocation for each subscription.
        ///
        /// ```swift
        /// let metrics = TestMetrics()
        /// let orders = Observable.of("tea", "milk").metered("orders", factory: metrics)
        /// let subscription = orders.subscribe()
        /// print(try metrics.expectCounter("orders.elements").totalValue)
        /// // 2
        /// ```
        ///
        /// - Parameters:
        ///   - name: what the metrics' labels begin with.
        ///   - dimensions: the dimensions of all three metrics, as pairs of a name and a value.
        ///   - factory: the backend; by default the one of the `MetricsSystem`.
        public func metered(
            _ name: String,
            dimensions: [(String, String)] = [],
            factory: any MetricsFactory = MetricsSystem.factory
        ) -> Observable<Element> {
            let elements = Counter(label: "\(name).elements", dimensions: dimensions, factory: factory)
            let errors = Counter(label: "\(name).errors", dimensions: dimensions, factory: factory)
            let subscriptions = Meter(label: "\(name).subscriptions", dimensions: dimensions, factory: factory)
            return self.do(
                onNext: { _ in elements.increment() },
                onError: { _ in errors.increment() },
                onSubscribe: { subscriptions.increment() },
                onDispose: { subscriptions.decrement() }
            )
        }
    }
#endif
