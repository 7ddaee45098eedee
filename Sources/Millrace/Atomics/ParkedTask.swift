/// A task that waits for one `resume()`, on the executor on which it is to go on.
struct ParkedTask: Sendable {
    private let continuation: UnsafeContinuation<Void, Never>

    /// Suspends the calling task. `body` is called first, with the task; the task may be resumed from then on, by any
    /// thread, once.
    ///
    /// - Parameter actor: what the caller runs on; `nil` for an executor that belongs to no actor.
    static func park(on actor: isolated (any Actor)?, _ body: (ParkedTask) -> Void) async {
        await withUnsafeContinuation { body(ParkedTask(continuation: $0)) }
    }

    func resume() { continuation.resume() }
}
