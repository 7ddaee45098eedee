/// Runs work on the calling thread: at once if the thread runs no such work yet, else when that has returned, in the
/// order of scheduling.
///
/// It is the scheduler that sources use by default, and what keeps recursion through sources flat.
public final class CurrentThreadScheduler: ImmediateSchedulerType, Sendable {
    /// The scheduler; it stands for whichever thread calls it.
    public static let instance = CurrentThreadScheduler()

    /// Whether work that is scheduled now would run before `schedule` returns.
    public static var isScheduleRequired: Bool { !TrampolineState.isRunning }

    init() {}

    /// Runs `action` on the calling thread, now or when the work that is under way has returned.
    @preconcurrency
    public func schedule<StateType>(
        _ state: StateType,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        if TrampolineState.start() {
            let disposable = action(state)
            Trampoline.finish()
            return disposable
        }
        let item = ScheduledItem(state, action)
        Trampoline.push(item)
        return item
    }
}

extension ImmediateSchedulerType {
    /// Whether this is a `CurrentThreadScheduler`. A source that steps through its elements then emits them in a loop,
    /// which no observer can tell from scheduled actions. A cast: a scheduler may be of a user's own type, which does not
    /// say.
    @inlinable
    @inline(__always)
    var isCurrentThread: Bool { self is CurrentThreadScheduler }
}

/// The queue behind `CurrentThreadScheduler`, and behind every subscription to a `Producer`: work that is scheduled
/// while a thread runs one waits until the outermost work has returned.
@usableFromInline
package enum Trampoline {
    @usableFromInline
    static func push(_ work: ScheduledWork) {
        TrampolineState.push(TrampolineLink(of: Unmanaged.passRetained(work).toOpaque()))
    }

    /// Runs what is queued on this thread until nothing is left, then stops the trampoline.
    @inlinable
    static func finish() {
        if !TrampolineState.isEmpty { drain() }
        TrampolineState.stop()
    }

    @usableFromInline
    static func drain() {
        while let link = TrampolineState.pop() {
            let work = Unmanaged<ScheduledWork>.fromOpaque(link.object).takeRetainedValue()
            if !work.isDisposed { work.run() }
        }
    }

    /// Runs `body` as if the thread ran no trampoline: what it schedules runs in it. What the thread has queued so far
    /// waits as before.
    package static func apart<Result>(_ body: () throws -> Result) rethrows -> Result {
        let suspended = TrampolineState.suspend()
        defer { suspended.resume() }
        return try body()
    }
}
