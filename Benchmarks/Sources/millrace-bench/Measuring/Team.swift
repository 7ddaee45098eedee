import BenchmarkLimits
import Foundation

/// Threads that do something over and over at the same time, for a while.
enum Team {
    /// What one member did.
    struct Result {
        var count: Int
        var nanoseconds: Double
        /// Whether it never had to give way to another thread, or hardly lost time by it. Waiting for a lock is no
        /// disturbance.
        var undisturbed: Bool

        fileprivate static let none = Result(count: 0, nanoseconds: 0, undisturbed: false)
    }

    /// As `run`, with everything made afresh, until no member had to give way to another program; `nil` if that does not
    /// come about. Short runs are undisturbed more often, longer ones differ less from each other.
    static func runUndisturbed<Made>(
        options: Options,
        _ make: () -> Made,
        bodies: (Made) -> (bodies: [Body], batch: Int),
        finish: (Made, [Result]) -> Void
    ) -> [Result]? {
        for _ in 0..<(options.quick ? 10 : 20) {
            let made = make()
            let (bodies, batch) = bodies(made)
            let results = run(bodies, batch: batch, milliseconds: options.quick ? 2 : 15)
            finish(made, results)
            if results.allSatisfy({ $0.count > 0 && $0.undisturbed }) { return results }
        }
        return nil
    }

    /// Each body runs on a thread of its own until the time is over; all start together.
    ///
    /// - Parameters:
    ///   - bodies: called with how often to do it before looking at the clock again; a first call is not counted.
    ///   - batch: that number.
    static func run(_ bodies: [Body], batch: Int, milliseconds: Int) -> [Result] {
        let meeting = Meeting(members: bodies.count, nanoseconds: UInt64(milliseconds) * 1_000_000)
        defer { meeting.deallocate() }
        for (index, body) in bodies.enumerated() {
            let member = Member(body: body, batch: batch, meeting: meeting, result: meeting.results + index)
            Thread { member.run() }.start()
        }
        for _ in bodies { meeting.done.wait() }
        return Array(UnsafeBufferPointer(start: meeting.results, count: bodies.count))
    }

    /// What the members share.
    private struct Meeting {
        let members: Int
        let nanoseconds: UInt64
        let arrived: UnsafeMutablePointer<bench_flag>
        let stop: UnsafeMutablePointer<bench_flag>
        let results: UnsafeMutablePointer<Result>
        let done = DispatchSemaphore(value: 0)

        init(members: Int, nanoseconds: UInt64) {
            self.members = members
            self.nanoseconds = nanoseconds
            arrived = .allocate(capacity: 2)
            arrived.initialize(repeating: bench_flag(), count: 2)
            stop = arrived + 1
            results = .allocate(capacity: members)
            results.initialize(repeating: Result.none, count: members)
        }

        func deallocate() {
            arrived.deallocate()
            results.deallocate()
        }
    }

    /// What one member needs. Unchecked: it writes its own result alone, which is read once `done` was signalled.
    private struct Member: @unchecked Sendable {
        let body: Body
        let batch: Int
        let meeting: Meeting
        let result: UnsafeMutablePointer<Result>

        func run() {
            body(batch)
            bench_flag_add(meeting.arrived, 1)
            while bench_flag_load(meeting.arrived) < meeting.members {}
            var count = 0
            let preemptions = bench_preemptions()
            let runningStart = bench_thread_now()
            let start = bench_now()
            var end = start
            // Whoever finds the time over stops all: a further thread that woke up for it would disturb one of them.
            while bench_flag_load(meeting.stop) == 0 {
                body(batch)
                count += batch
                end = bench_now()
                if end - start >= meeting.nanoseconds { bench_flag_add(meeting.stop, 1) }
            }
            let running = bench_thread_now() - runningStart
            result.pointee = Result(
                count: count,
                nanoseconds: Double(end - start),
                undisturbed: bench_preemptions() == preemptions || Double(running) > 0.97 * Double(end - start)
            )
            meeting.done.signal()
        }
    }

    /// glibc leaves out atomic instructions while a process has one thread, so no figure would be a server's.
    static func startIdleThread() {
        let started = DispatchSemaphore(value: 0)
        Thread {
            started.signal()
            while true { sleep(1000) }
        }.start()
        started.wait()
    }
}
