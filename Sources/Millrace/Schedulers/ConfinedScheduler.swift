import Dispatch

/// A scheduler with one place to work, which tells whether the calling thread is in that place: then no action begins
/// before the caller has returned.
package protocol ConfinedScheduler {
    var isCallerInside: Bool { get }

    /// Whether a run loop that the caller runs may serve the place all the same.
    var isMainQueue: Bool { get }

    /// Whether the action waits, asked inside: the scheduler may run some actions at once.
    func keepsWaiting(_ action: Awaited.Action) -> Bool

    /// What to call the scheduler in a message.
    var nameForMessages: String { get }
}

extension SerialDispatchQueueScheduler: ConfinedScheduler {
    package var isMainQueue: Bool { configuration.queue.isMain }

    package var isCallerInside: Bool {
        if isMainQueue { return DispatchQueue.isMain }
        // A key of this call's own, so that callers on several threads do not meet; nothing is marked beforehand.
        let key = DispatchSpecificKey<Void>()
        configuration.queue.setSpecific(key: key, value: ())
        defer { configuration.queue.setSpecific(key: key, value: nil) }
        return DispatchQueue.getSpecific(key: key) != nil
    }

    package var nameForMessages: String {
        isMainQueue ? "MainScheduler" : "the SerialDispatchQueueScheduler \"\(configuration.queue.label)\""
    }
}

extension VirtualTimeScheduler: ConfinedScheduler {
    package var isCallerInside: Bool { isRunningOnThisThread }
    package var isMainQueue: Bool { false }
    package func keepsWaiting(_ action: Awaited.Action) -> Bool { true }
    package var nameForMessages: String { "the \(type(of: self))" }
}
