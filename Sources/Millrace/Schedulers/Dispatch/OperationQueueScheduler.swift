#if Foundation
    import Foundation

    /// Runs each piece of work as an operation on an operation queue.
    ///
    /// The queue decides whether pieces of work may overlap (`maxConcurrentOperationCount`).
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

        /// Runs `action` on the queue as soon as the queue has a place for it.
        ///
        /// - Parameters:
        ///   - state: handed to `action`.
        ///   - action: what to run; what it returns is disposed with the returned disposable.
        /// - Returns: a disposable that cancels the action, if it has not begun, and disposes what the action returned.
        @preconcurrency
        public func schedule<StateType>(
            _ state: StateType,
            action: @escaping @Sendable (StateType) -> Disposable
        ) -> Disposable {
            let item = ScheduledWork.Item(state, action)
            let operation = BlockOperation { item.run() }
            operation.queuePriority = queuePriority
            operationQueue.addOperation(operation)
            return item
        }

        @usableFromInline
        package func enqueue(_ reusableAction: ReusableAction) {
            let run = ReusableOperation(reusableAction)
            let operation = BlockOperation { run.run() }
            operation.queuePriority = queuePriority
            operationQueue.addOperation(operation)
        }
    }

    extension OperationQueueScheduler {
        /// The run of a reusable action by an operation. If the operation is cancelled first, the run never comes, and the
        /// action is told when the operation is released.
        private final class ReusableOperation: @unchecked Sendable {
            private let reusableAction: ReusableAction
            private var hasRun = false

            init(_ reusableAction: ReusableAction) {
                self.reusableAction = reusableAction
            }

            deinit {
                if !hasRun { reusableAction.drop() }
            }

            func run() {
                hasRun = true
                reusableAction.block()
            }
        }
    }
#endif
