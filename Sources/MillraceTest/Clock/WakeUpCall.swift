/// What a suspended task waits for. All but `answer()` happens under its clock's lock.
final class WakeUpCall: @unchecked Sendable {
    enum State {
        case waiting
        case over
        case cancelled
    }

    var state = State.waiting
    private var continuation: CheckedContinuation<Void, any Error>?

    /// The task is about to be suspended. False if it has been cancelled before.
    func begin(_ continuation: CheckedContinuation<Void, any Error>) -> Bool {
        self.continuation = continuation
        return state == .waiting
    }

    /// The task was cancelled. True if that is what it has to hear, now that it is suspended.
    func cancel() -> Bool {
        guard state == .waiting else { return false }
        state = .cancelled
        return continuation != nil
    }

    /// Lets the task go on. For the one that has ended the waiting, outside the lock.
    func answer() {
        if state == .cancelled {
            continuation?.resume(throwing: CancellationError())
        } else {
            continuation?.resume()
        }
    }
}
