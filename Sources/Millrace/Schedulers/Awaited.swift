import Dispatch

/// The actions of a scheduler that the events of a source wait for. `toBlocking()` asks before it waits.
@usableFromInline
package final class Awaited: Sendable {
    /// How a source uses the actions of its scheduler.
    @usableFromInline
    package enum Action: Sendable {
        /// Each event comes in an action that is scheduled without a due time.
        case event
        /// The first action is scheduled without a due time; all events come after it has begun.
        case start
        /// The first action is scheduled for a later time; all events come after it has begun.
        case time
    }

    package let action: Action
    package let scheduler: any ImmediateSchedulerType

    init(_ action: Action, of scheduler: any ImmediateSchedulerType) {
        self.action = action
        self.scheduler = scheduler
    }
}

/// A scheduler that runs its actions in one place at a time, such as a serial queue. If the calling thread is inside
/// that place, no action that waits begins before the caller has returned.
package protocol ConfinedScheduler {
    var isCallerInside: Bool { get }

    /// Whether the place is the main queue: a run loop that the caller runs may then serve it, although the caller is
    /// inside.
    var isMainQueue: Bool { get }

    /// Whether the action waits until the caller has returned; the scheduler may run some actions at once. Asked only
    /// inside.
    func keepsWaiting(_ action: Awaited.Action) -> Bool

    /// The scheduler's name in a message.
    var nameForMessages: String { get }
}

extension SerialDispatchQueueScheduler: ConfinedScheduler {
    package var isMainQueue: Bool { configuration.queue.isMain }

    package var isCallerInside: Bool {
        if isMainQueue { return DispatchQueue.isMain }
        // Each call makes its own key, so calls on several threads do not interfere; no queue is marked beforehand.
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

extension TaskScheduler: ConfinedScheduler {
    package var isMainQueue: Bool { (self as? ActorScheduler)?.actor === MainActor.shared }

    /// Inside an action, or anywhere else on the actor: no other action begins before the caller has returned.
    package var isCallerInside: Bool {
        if isMainQueue { return DispatchQueue.isMain }
        if queue.isCallerInside { return true }
        // Before these systems, the runtime cannot tell.
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return false }
        return (self as? ActorScheduler).map { isCurrent($0.actor) } ?? false
    }

    package func keepsWaiting(_ action: Awaited.Action) -> Bool { true }

    package var nameForMessages: String {
        (self as? ActorScheduler).map { "the ActorScheduler of the \(type(of: $0.actor))" } ?? "the \(type(of: self))"
    }
}
