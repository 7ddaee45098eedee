#if NATS
    import Dispatch
    import Millrace

    /// What a task waits for: a result, or the task's cancellation, whichever comes first.
    ///
    /// The result goes through a lock: the thread sanitizer does not see that a continuation hands over what was done
    /// before. The task leaves its continuation here, another thread leaves the result, and the thread that cancels the
    /// task leaves an error in place of the result. The first result stays. Of the continuation and the first result,
    /// one comes second; the thread that brings it resumes the task.
    private final class Wait<Success>: @unchecked Sendable {
        private struct State {
            var continuation: CheckedContinuation<Void, Never>?
            var result: Result<Success, any Error>?
        }

        private let state = Locked(State())

        func suspend(_ continuation: CheckedContinuation<Void, Never>) {
            let isOver = state.access { state in
                if state.result == nil { state.continuation = continuation }
                return state.result != nil
            }
            if isOver { continuation.resume() }
        }

        func finish(_ result: Result<Success, any Error>) {
            let continuation = state.access { state -> CheckedContinuation<Void, Never>? in
                if state.result != nil { return nil }
                state.result = result
                return exchange(&state.continuation, for: nil)
            }
            continuation?.resume()
        }

        func take() throws -> Success {
            // The state is not used again.
            guard let result = state.access({ $0.result }) else { throw CancellationError() }
            return try result.get()
        }
    }

    /// Waits for what `start` has another thread call its argument with, once; or throws a `CancellationError` as soon
    /// as the task is cancelled. A result that comes later is released.
    func awaiting<Success>(_ start: (@escaping @Sendable (Result<Success, any Error>) -> Void) -> Void) async throws
        -> Success
    {
        let wait = Wait<Success>()
        await withTaskCancellationHandler {
            start { result in wait.finish(result) }
            await withCheckedContinuation { wait.suspend($0) }
        } onCancel: {
            wait.finish(.failure(CancellationError()))
        }
        return try wait.take()
    }

    /// Calls `body`, which blocks, on a thread of Dispatch. If the task is cancelled, `body` goes on without it.
    func awaiting<Success>(blocking body: @escaping @Sendable () throws -> Success) async throws -> Success {
        try await awaiting { finish in DispatchQueue.global().async { finish(Result { try body() }) } }
    }
#endif
