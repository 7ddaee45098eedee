/// Runs work on the calling thread: at once if the thread runs no such work yet, otherwise after that work has
/// returned, in the order of scheduling.
///
/// Sources use this scheduler by default. It keeps recursion through sources flat.
///
/// ```swift
/// let work = CurrentThreadScheduler.instance.schedule(()) { _ in
///     let more = CurrentThreadScheduler.instance.schedule(()) { _ in
///         print("inner work")
///         return Disposables.create()
///     }
///     print("outer work")
///     return more
/// }
/// // outer work
/// // inner work
/// ```
public final class CurrentThreadScheduler: ImmediateSchedulerType, Sendable {
    /// The scheduler; it runs work on the thread that calls it.
    public static let instance = CurrentThreadScheduler()

    /// Whether work that is scheduled now would run before `schedule` returns.
    public static var isScheduleRequired: Bool { !TrampolineState.isRunning }

    init() {}

    /// Runs `action` on the calling thread, now or when the work that is under way has returned.
    ///
    /// - Parameters:
    ///   - state: handed to `action`.
    ///   - action: what to run; what it returns is disposed with the returned disposable.
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
        let item = ScheduledWork.Item(state, action)
        Trampoline.push(item)
        return item
    }
}

extension ImmediateSchedulerType {
    /// Whether this is a `CurrentThreadScheduler`. If it is, a source that steps through its elements emits them in a
    /// loop, which no observer can tell from scheduled actions. A cast: a scheduler may be of a user's own type, which
    /// has no property for this.
    @inlinable
    @inline(__always)
    var isCurrentThread: Bool { self is CurrentThreadScheduler }
}

/// The queue behind `CurrentThreadScheduler` and behind every subscription to a `Producer`. Work that is scheduled
/// while the thread runs a trampoline waits until the outermost work has returned.
@usableFromInline
package enum Trampoline {
    @usableFromInline
    static func push(_ work: ScheduledWork) {
        TrampolineState.push(TrampolineState.Link(of: Held(retaining: work).address))
    }

    static func push(_ body: @escaping () -> Void) {
        push(Call(body))
    }

    /// Runs `body` inside the thread's trampoline. If none runs yet, this call starts one, and runs the work that `body`
    /// queues before it returns.
    @inlinable
    @inline(__always)
    static func run(_ body: () -> Void) {
        guard TrampolineState.start() else { return body() }
        body()
        finish()
    }

    private final class Call: ScheduledWork, @unchecked Sendable {
        private let body: () -> Void

        init(_ body: @escaping () -> Void) {
            self.body = body
        }

        override func run() {
            body()
        }
    }

    /// Runs the work that is queued on this thread until none is left, then stops the trampoline.
    @inlinable
    static func finish() {
        if !TrampolineState.isEmpty { drain() }
        TrampolineState.stop()
    }

    @usableFromInline
    static func drain() {
        while let link = TrampolineState.pop() {
            let work = Held<ScheduledWork>(at: link.object).take()
            if !work.isDisposed { work.run() }
        }
    }

    /// Runs `body` as if the thread ran no trampoline: work that `body` schedules runs inside `body`. Work that the
    /// thread queued before waits as it did.
    package static func apart<Result>(_ body: () throws -> Result) rethrows -> Result {
        let suspended = TrampolineState.suspend()
        defer { suspended.resume() }
        return try body()
    }
}
