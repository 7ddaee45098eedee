/// The end of a chain that a task waits for.
///
/// The first of an element, an error and a completion is the result; `CancellationError` if there was none. An emission, an
/// end and a cancellation may come from three threads at once. Whatever ends the subscription disposes this object, and
/// `disposed()`, which `DisposeBase` calls once, is the only place that resumes the task.
final class AwaitingSink<Element>: Sink<Element>, @unchecked Sendable {
    private struct State {
        var isStarted = false
        var isCancelled = false
        var continuation: CheckedContinuation<Element?, any Swift.Error>?
        var result: Result<Element?, any Swift.Error>?
    }

    private let state = Latched(State())

    init() {
        super.init { sink, element in sink.downcast(to: AwaitingSink<Element>.self).settle(.success(element)) }
    }

    /// Subscribes to `source`. A cancellation from before takes effect once that has been done.
    func start(_ continuation: CheckedContinuation<Element?, any Swift.Error>, on source: Observable<Element>) {
        let isCancelled = state.access { state in
            state.isStarted = true
            state.continuation = continuation
            return state.isCancelled
        }
        source.subscribe(sink: self)
        if isCancelled { dispose() }
    }

    func cancel() {
        let isStarted = state.access { state in
            state.isCancelled = true
            return state.isStarted
        }
        if isStarted { dispose() }
    }

    private func settle(_ result: Result<Element?, any Swift.Error>) {
        state.access { state in
            if state.continuation != nil, state.result == nil { state.result = result }
        }
    }

    override func error(_ error: Swift.Error) {
        settle(.failure(error))
        dispose()
    }

    override func completed() {
        settle(.success(nil))
        dispose()
    }

    override func disposed() {
        let (continuation, found) = state.access { state in
            (exchange(&state.continuation, for: nil), exchange(&state.result, for: nil))
        }
        nonisolated(unsafe) let result = found ?? .failure(CancellationError())
        continuation?.resume(with: result)
    }
}
