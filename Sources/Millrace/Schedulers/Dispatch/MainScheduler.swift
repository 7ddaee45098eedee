import Dispatch

/// Runs work on the main queue.
///
/// If `schedule` is called on the main queue, and no earlier work waits or is under way, it runs the work before it
/// returns. Otherwise the work is queued. So order is kept, and recursion stays flat.
public final class MainScheduler: SerialDispatchQueueScheduler, @unchecked Sendable {
    /// The scheduler that runs work at once where possible.
    public static let instance = MainScheduler()

    /// A scheduler on the main queue that always queues its work, even if the caller is on the main queue.
    public static let asyncInstance = SerialDispatchQueueScheduler(serialQueue: DispatchQueue.main)

    // How many pieces of work are queued or under way.
    private let pending = AtomicCounter.Object()

    /// A scheduler with its own count of waiting work: work of other `MainScheduler` objects does not count as earlier
    /// work.
    public init() {
        super.init(serialQueue: DispatchQueue.main)
    }

    /// Stops the program unless the caller runs on the main queue.
    ///
    /// - Parameter errorMessage: what to print.
    public static func ensureExecutingOnScheduler(errorMessage: String? = nil) {
        if !DispatchQueue.isMain {
            stop(
                errorMessage
                    ?? "MainScheduler: not on the main queue; schedule the work with MainScheduler.instance.schedule."
            )
        }
    }

    /// Stops the program unless the caller runs on the main thread or on the main queue, which need not have a thread
    /// of its own.
    ///
    /// - Parameter errorMessage: what to print.
    public static func ensureRunningOnMainThread(errorMessage: String? = nil) {
        // A server that calls `dispatchMain()` runs the main queue on threads of a pool.
        if !isMainThread && !DispatchQueue.isMain {
            stop(
                errorMessage
                    ?? "MainScheduler: not on the main thread; schedule the work with MainScheduler.instance.schedule."
            )
        }
    }

    // Work that waits, or that is under way further up this thread's stack, makes all later work wait. But the first
    // action of a source may have run before that work came.
    override package func keepsWaiting(_ action: Awaited.Action) -> Bool {
        action == .time || action == .event && pending.add(0) > 0
    }

    override func scheduleInternal<StateType>(
        _ state: StateType,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        let waiting = pending.add(1)
        if waiting == 0, DispatchQueue.isMain {
            let disposable = action(state)
            _ = pending.add(-1)
            return disposable
        }
        let item = ScheduledWork.Item(state, action)
        DispatchQueue.main.async {
            item.run()
            _ = self.pending.add(-1)
        }
        return item
    }

    @usableFromInline
    override package func enqueue(_ reusableAction: ReusableAction) {
        let waiting = pending.add(1)
        if waiting == 0, DispatchQueue.isMain {
            reusableAction.runAtOnce()
            _ = pending.add(-1)
            return
        }
        DispatchQueue.main.async {
            reusableAction.block()
            _ = self.pending.add(-1)
        }
    }
}

// The queue, not the thread: a server that calls `dispatchMain()` runs the main queue on threads of a pool.
private let mainQueueMark: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
}()

extension DispatchQueue {
    /// Whether the caller runs on the main queue.
    static var isMain: Bool { DispatchQueue.getSpecific(key: mainQueueMark) != nil }

    /// Whether this is the main queue. Not by identity: on Linux each use of `DispatchQueue.main` makes a new object.
    var isMain: Bool { getSpecific(key: mainQueueMark) != nil }
}
