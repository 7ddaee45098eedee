import Foundation

/// What a thread knows about a scheduler that has one place to work, and whose place it may itself be in.
package enum SchedulerOccupation {
    /// The scheduler is free, or whether it is cannot be told.
    case unknown
    /// The calling thread runs an action of the scheduler: no other begins before that has returned.
    case caller
    /// The scheduler's actions run on the main queue, and so does the caller. If the caller's thread runs its run loop
    /// they are served all the same, unless that is inside of a block of the queue.
    ///
    /// `mayRunAtOnce`: the scheduler does not make an action wait when it is scheduled on the queue itself, unless
    /// something waits already: `isBusy`.
    case mainQueue(mayRunAtOnce: Bool, isBusy: Bool)
}

/// A scheduler that can tell whether the calling thread keeps it from working. Asked by whoever is about to wait.
package protocol OccupiedScheduler {
    /// What the calling thread has to do with the scheduler now.
    var occupation: SchedulerOccupation { get }

    /// What to call it in a message.
    var nameForMessages: String { get }
}

extension SerialDispatchQueueScheduler: OccupiedScheduler {
    package var occupation: SchedulerOccupation {
        if configuration.queue.isMain {
            return DispatchQueue.isMain ? occupationOfMainQueue : .unknown
        }
        // A key of this call's own, so that callers on several threads do not meet; nothing is marked beforehand.
        let key = DispatchSpecificKey<Void>()
        configuration.queue.setSpecific(key: key, value: ())
        defer { configuration.queue.setSpecific(key: key, value: nil) }
        return DispatchQueue.getSpecific(key: key) == nil ? .unknown : .caller
    }

    package var nameForMessages: String {
        configuration.queue.isMain
            ? "MainScheduler" : "the SerialDispatchQueueScheduler \"\(configuration.queue.label)\""
    }
}

extension OperationQueueScheduler: OccupiedScheduler {
    package var occupation: SchedulerOccupation {
        // On the main thread, outside of operations too, that is the current one.
        if operationQueue === OperationQueue.main {
            return DispatchQueue.isMain ? .mainQueue(mayRunAtOnce: false, isBusy: true) : .unknown
        }
        return OperationQueue.current === operationQueue && operationQueue.maxConcurrentOperationCount == 1
            ? .caller : .unknown
    }

    package var nameForMessages: String {
        "the OperationQueueScheduler on \(operationQueue.name.map { "\"\($0)\"" } ?? "an operation queue")"
    }
}

extension VirtualTimeScheduler: OccupiedScheduler {
    package var occupation: SchedulerOccupation { isRunningOnThisThread ? .caller : .unknown }

    package var nameForMessages: String { "the \(type(of: self))" }
}
