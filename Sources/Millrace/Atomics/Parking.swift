/// A task that waits until it is resumed, once.
///
/// The language's continuation without its check: the check costs an allocation for each wait.
struct Parking: Sendable {
    private let continuation: UnsafeContinuation<Bool, Never>

    /// Waits. True if another thread has resumed the task; false if `park` has returned false, and the task goes on at
    /// once.
    ///
    /// - Parameter park: stores the parking for the thread that will resume it.
    static func wait(_ park: (Parking) -> Bool) async -> Bool {
        await withUnsafeContinuation { continuation in
            if !park(Parking(continuation: continuation)) { continuation.resume(returning: false) }
        }
    }

    func resume() { continuation.resume(returning: true) }
}

/// Whether the caller runs in a task.
var isInTask: Bool { withUnsafeCurrentTask { $0 != nil } }
