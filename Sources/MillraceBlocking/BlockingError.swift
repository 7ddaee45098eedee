import Foundation
import Millrace

/// Thrown by the functions of ``BlockingObservable`` in place of a wait that could never end: all events of the source
/// come in actions of a scheduler, and the calling thread keeps that scheduler from running them.
public struct BlockingError: Swift.Error, Sendable, Equatable {
    /// The scheduler's kind, and its name if it has one.
    public let scheduler: String

    /// What went wrong and what to do about it, in sentences.
    public let description: String

    init(_ scheduler: any ConfinedScheduler) {
        self.scheduler = scheduler.nameForMessages
        let reason =
            scheduler.isMainQueue
            ? """
            the calling thread is in a block of the main queue (DispatchQueue.main.async, an action of MainScheduler, a \
            task of the main actor), before whose end no other begins
            """
            : "the calling thread is running one, before whose end no other begins"
        description = """
            toBlocking: this wait would never end. All events of the source come in actions of \(self.scheduler), and \
            \(reason). Call toBlocking on another thread, or let the source emit and be observed on another scheduler.
            """
    }
}

extension BlockingError: CustomStringConvertible {}

extension BlockingError: LocalizedError {
    /// The same text as `description`.
    public var errorDescription: String? { description }
}
