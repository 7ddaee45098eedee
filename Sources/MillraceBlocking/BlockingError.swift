import Foundation

/// What a function of ``BlockingObservable`` throws instead of waiting for what can never come: all events of the source
/// come in actions of a scheduler that the calling thread itself keeps from running them.
public struct BlockingError: Swift.Error, Sendable, Equatable {
    /// The scheduler, by its kind and, where it has one, its name.
    public let scheduler: String

    /// What went wrong and what to do about it, in sentences.
    public let description: String

    init(scheduler: String, reason: String) {
        self.scheduler = scheduler
        description = """
            toBlocking: this wait would never end. All events of the source come in actions of \(scheduler), and \
            \(reason). Call toBlocking somewhere else, or let the source emit and be observed on another scheduler.
            """
    }
}

extension BlockingError: CustomStringConvertible {}

extension BlockingError: LocalizedError {
    /// As `description`.
    public var errorDescription: String? { description }
}
