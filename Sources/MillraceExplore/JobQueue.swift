import Foundation

/// What a thread of a run does one after another: the jobs of tasks, or the actions of a scheduler.
///
/// Jobs come out in the order of their due times, then in that in which they were added.
final class JobQueue: @unchecked Sendable {
    private struct Job {
        let due: Int64
        let number: Int
        let run: () -> Void
    }

    private struct State {
        var jobs: [Job] = []
        var added = 0
        var clock: Int64 = 0
        /// How often in succession time has passed.
        var passed = 0
        var isClosed = false
    }

    private let lock = NSLock()
    private var state = State()
    private let bell = Bell()

    /// In nanoseconds: when the job was due that was taken last.
    var clock: Int64 { access { $0.clock } }

    var isEmpty: Bool { access { $0.jobs.isEmpty } }

    private var isNextLate: Bool { access { state in state.jobs.first.map { $0.due > state.clock } ?? false } }

    #if MILLRACE_EXPLORE
        /// What a thread waits for that serves the queue.
        var key: UnsafeRawPointer { bell.key }
    #endif

    private func access<Result>(_ body: (inout State) -> Result) -> Result {
        Machine.hushed { lock.withLock { body(&state) } }
    }

    /// Adds a job, which is due `delay` nanoseconds from now.
    ///
    /// - Returns: the job's number.
    @discardableResult
    func add(after delay: Int64 = 0, _ run: @escaping () -> Void) -> Int {
        Explore.point()
        let number = access { state in
            let (due, overflow) = state.clock.addingReportingOverflow(max(0, delay))
            let job = Job(due: overflow ? .max : due, number: state.added, run: run)
            state.added += 1
            state.jobs.insert(job, at: state.jobs.firstIndex { $0.due > job.due } ?? state.jobs.endIndex)
            return job.number
        }
        bell.ring()
        return number
    }

    /// Takes a job away, unless it was taken before.
    func remove(_ number: Int) {
        let job = access { state in
            state.jobs.firstIndex { $0.number == number }.map { state.jobs.remove(at: $0) }
        }
        withExtendedLifetime(job) {}
    }

    /// Takes the next job, if there is one.
    func poll() -> (() -> Void)? {
        access { state in
            guard !state.jobs.isEmpty else { return nil }
            let job = state.jobs.removeFirst()
            state.clock = max(state.clock, job.due)
            return job.run
        }
    }

    /// Takes the next job, and waits for it if need be. `nil` if none is left and the queue was closed, or if `mayEnd` is
    /// true and nothing else of the schedule goes on.
    func next(mayEnd: Bool) -> (() -> Void)? {
        while true {
            Explore.point()
            if isNextLate, !letTimePass(mayEnd: mayEnd) { return nil }
            if let job = poll() { return job }
            if access({ $0.isClosed }) || !bell.wait(mayEnd: mayEnd, until: { !isEmpty || access { $0.isClosed } }) {
                return poll()
            }
        }
    }

    /// The next job is due later. An action that schedules itself again would let time pass for ever while the threads
    /// stand still that would dispose it, so they go on now and then. False: nothing else goes on, and time has passed
    /// often enough since.
    private func letTimePass(mayEnd: Bool) -> Bool {
        let passed = access { state in
            state.passed += 1
            return state.passed
        }
        if passed % 16 != 0 { return true }
        let othersGoOn = Machine.giveWay()
        return access { state in
            if othersGoOn && !state.isClosed { state.passed = 0 }
            return state.passed < 64 || !(mayEnd || state.isClosed)
        }
    }

    /// Nothing that serves the queue waits any more.
    func close() {
        access { $0.isClosed = true }
        bell.ring()
    }
}
