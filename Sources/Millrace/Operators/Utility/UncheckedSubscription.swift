/// A subscription without checks: receives exactly what the operator above it sends. Only for tests: the sinks that
/// users' observers get hide the mistakes of a stage.
package struct UncheckedSubscription<Element>: Disposable {
    private let sink: AnyObserver<Element>.HandlerSink

    /// - Parameter on: called for every event, terminal ones included, however many come.
    package init(_ on: @escaping (Event<Element>) -> Void) {
        sink = AnyObserver<Element>.HandlerSink(on)
    }

    /// Subscribes to `source`. To be called once.
    package func begin(_ source: Observable<Element>) {
        source.subscribe(sink: sink)
    }

    package func dispose() {
        sink.dispose()
    }
}
