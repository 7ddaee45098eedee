/// A task that waits until another thread lets it go on, once.
///
/// The language's continuation without its check, which costs an allocation for each wait. Whoever takes a waiting task
/// out of the place where it was put owns it, and calls `resume()`.
@usableFromInline
struct WaitingTask: Sendable {
    private let continuation: UnsafeContinuation<Bool, Never>

    /// Lets the task go on.
    @usableFromInline
    func resume() { continuation.resume(returning: true) }

    /// Suspends the calling task until another thread calls `resume()`. The result is false if the task went on at once.
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
        await withUnsafeContinuation(isolation: isolation) { continuation in
            if !park(WaitingTask(continuation: continuation)) { continuation.resume(returning: false) }
        }
    }
}

/// Whether the caller runs in a task.
var isInTask: Bool { withUnsafeCurrentTask { $0 != nil } }
