/// A task that waits until another thread lets it go on, once. The thread that takes a waiting task out of the place
/// where the task was put owns it, and calls `resume()`.
///
/// A class of its own, since the layout of a checked continuation is not known when a program is compiled. If a
/// continuation were stored directly in an object whose state inlined code reads, each access to that state would be
/// slower. An unchecked continuation saves nothing that can be measured.
@usableFromInline
final class WaitingTask: Sendable {
    private let continuation: CheckedContinuation<Void, Never>

    private init(_ continuation: CheckedContinuation<Void, Never>) {
        self.continuation = continuation
    }

    /// Lets the task go on.
    @usableFromInline
    func resume() {
        UniqueOwner.willRelease(self)
        continuation.resume()
    }

    /// Suspends the calling task until another thread calls `resume()`. The result is false if the task went on at
    /// once.
    ///
    /// - Parameters:
    ///   - isolation: what the caller runs on; `nil` for an executor that belongs to no actor.
    ///   - park: puts the waiting task where that thread finds it. False: the task goes on at once.
    @discardableResult
    @usableFromInline
    static func suspend(
        isolation: isolated (any Actor)? = #isolation,
        _ park: (WaitingTask) -> Bool
    ) async -> Bool {
        var parked: WaitingTask?
        await withCheckedContinuation(isolation: isolation) { continuation in
            let task = WaitingTask(continuation)
            if park(task) { parked = task } else { task.resume() }
        }
        // The runtime orders what was done before `resume()` before this; the thread sanitizer has to be told.
        if let parked { UniqueOwner.found(parked) }
        return parked != nil
    }
}

/// Whether the caller runs in a task.
var isInTask: Bool { withUnsafeCurrentTask { $0 != nil } }
