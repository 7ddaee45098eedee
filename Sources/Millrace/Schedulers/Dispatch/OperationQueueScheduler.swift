import Foundation

/// Runs each piece of work as an operation on an operation queue.
///
/// Whether pieces of work may overlap is the queue's affair (`maxConcurrentOperationCount`).
public class OperationQueueScheduler: ImmediateSchedulerType, BatchingScheduler, @unchecked Sendable {
    /// Where work runs.
    public let operationQueue: OperationQueue

    /// The priority of the operations among those of the queue.
    public let queuePriority: Operation.QueuePriority

    /// - Parameters:
    ///   - operationQueue: where to run work.
    ///   - queuePriority: the priority of the operations among those of the queue.
    public init(operationQueue: OperationQueue, queuePriority: Operation.QueuePriority = .normal) {
        self.operationQueue = operationQueue
        self.queuePriority = queuePriority
    }

    /// Runs `action` on the queue as soon as that has a place for it.
    ///
    /// - Returns: what cancels the action, if it has not begun, and disposes what it returned.
    @preconcurrency
    public func schedule<StateType>(
        _ state: StateType,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        let item = ScheduledItem(state, action)
        let operation = BlockOperation { item.run() }
        operation.queuePriority = queuePriority
        operationQueue.addOperation(operation)
        return item
    }

    @usableFromInline
    func enqueue(_ reusableAction: ReusableAction) {
        let run = ReusableOperation(reusableAction)
        let operation = BlockOperation { run.run() }
        operation.queuePriority = queuePriority
        operationQueue.addOperation(operation)
    }
}

/// The run of a reusable action by an operation, which never comes if that is cancelled before.
private final class ReusableOperation: @unchecked Sendable {
    private let reusableAction: ReusableAction
    private var hasRun = false

    init(_ reusableAction: ReusableAction) {
        self.reusableAction = reusableAction
    }

    deinit {
        if !hasRun { reusableAction.abandon() }
    }

    func run() {
        hasRun = true
        reusableAction.block()
    }
}
