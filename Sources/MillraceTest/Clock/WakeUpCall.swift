/// What a suspended task waits for. Everything but `answer()` happens under the lock of its clock.
final class WakeUpCall: @unchecked Sendable {
    enum State {
        case waiting
        case over
        case cancelled
    }

    var state = State.waiting
    private var continuation: CheckedContinuation<Void, any Error>?

    /// The task is about to be suspended. False if it was cancelled before.
    func begin(_ continuation: CheckedContinuation<Void, any Error>) -> Bool {
        self.continuation = continuation
        return state == .waiting
    }

    /// The task was cancelled. True if it is suspended and waiting, so that the caller has to resume it.
    func cancel() -> Bool {
        guard state == .waiting else { return false }
        state = .cancelled
        return continuation != nil
    }

    /// Resumes the task. Called outside the lock, by the code that has ended the waiting.
    func answer() {
        if state == .cancelled {
            continuation?.resume(throwing: CancellationError())
        } else {
            continuation?.resume()
        }
    }
}
