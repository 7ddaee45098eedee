/// A subscription without checks: receives exactly what the operator above it sends. Only for tests: the sinks that
/// users' observers get hide the mistakes of a stage.
package struct UncheckedSubscription<Element>: Disposable {
    private let sink: UncheckedSink

    /// - Parameter on: called for every event, terminal ones included, however many come.
    package init(_ on: @escaping (Event<Element>) -> Void) {
        sink = UncheckedSink(on)
    }

    /// Subscribes to `source`. To be called once.
    package func begin(_ source: Observable<Element>) {
        source.subscribe(sink: sink)
    }

    package func dispose() {
        sink.dispose()
    }
}

extension UncheckedSubscription {
    private final class UncheckedSink: Sink<Element>, @unchecked Sendable {
        private let on: (Event<Element>) -> Void

        init(_ on: @escaping (Event<Element>) -> Void) {
            self.on = on
            super.init { sink, element in sink.downcast(to: UncheckedSink.self).on(.next(element)) }
        }

        override func error(_ error: Swift.Error) {
            on(.error(error))
            dispose()
        }

        override func completed() {
            on(.completed)
            dispose()
        }
    }
}
