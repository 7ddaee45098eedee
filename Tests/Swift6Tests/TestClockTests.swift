import Millrace
import MillraceTest
import TestSupport
import XCTest

/// Virtual time as a Swift clock. What a test waits for are tasks that sleep or have ended.
final class TestClockTests: XCTestCase {
    private let scheduler = TestScheduler(initialClock: 0)
    private var clock: TestClock { scheduler.testClock }

    /// A task that sleeps until tick `tick` and tells when it woke; on the test's clock, if `clock` is `nil`.
    private func sleeper(until tick: Int, on clock: TestClock? = nil) -> Task<Duration, any Error> {
        let clock = clock ?? self.clock
        return Task {
            try await clock.sleep(until: TestClock.Instant(offset: .seconds(tick)))
            return clock.now.offset
        }
    }

    private func assertWoke(_ time: Duration, at tick: Int, file: StaticString = #filePath, line: UInt = #line) {
        XCTAssertEqual(time, .seconds(tick), file: file, line: line)
    }

    private func assertCancelled<Value>(
        _ result: Result<Value, any Error>,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        XCTAssertThrowsError(try result.get(), file: file, line: line) { error in
            XCTAssertTrue(error is CancellationError, "\(error)", file: file, line: line)
        }
    }

    func testTheTimeIsTheSchedulers() {
        let scheduler = TestScheduler(initialClock: 20, resolution: 0.1)
        let clock = scheduler.testClock
        XCTAssertEqual(clock.minimumResolution, .milliseconds(100))
        XCTAssertEqual(clock.now.offset, .seconds(2))
        scheduler.advanceTo(23)
        XCTAssertEqual(clock.now.offset, .milliseconds(2_300))
        scheduler.sleep(2)
        XCTAssertEqual(clock.now.offset, .milliseconds(2_500))
        scheduler.scheduleAt(31) {}
        scheduler.start()
        XCTAssertEqual(clock.now.offset, .milliseconds(3_100))
        scheduler.advanceTo(10)
        XCTAssertEqual(clock.now.offset, .seconds(1))
    }

    func testInstants() {
        let instant = TestClock.Instant(offset: .seconds(3))
        XCTAssertEqual(instant.advanced(by: .milliseconds(1)).offset, .milliseconds(3_001))
        XCTAssertEqual(instant.duration(to: instant.advanced(by: .seconds(-2))), .seconds(-2))
        XCTAssertLessThan(instant, instant.advanced(by: .nanoseconds(1)))
        XCTAssertFalse(instant < instant)
    }

    func testSleepersWakeInTheOrderOfTheirDeadlines() async throws {
        let (late, early, middle) = (sleeper(until: 30), sleeper(until: 10), sleeper(until: 20))
        try await clock.sleepers(atLeast: 3)
        scheduler.advanceTo(10)
        assertWoke(try await early.value, at: 10)
        XCTAssertEqual(clock.sleeperCount, 2)
        scheduler.advanceTo(29)
        // It reads the clock beside the scheduler, which goes on from the deadline to 29.
        let woken = try await middle.value
        XCTAssertTrue((.seconds(20) ... .seconds(29)).contains(woken), "\(woken)")
        XCTAssertEqual(clock.sleeperCount, 1)
        scheduler.start()
        assertWoke(try await late.value, at: 30)
        XCTAssertEqual(clock.sleeperCount, 0)
    }

    func testEveryDeadlineIsStoppedAt() async throws {
        let sleepers = [5, 3, 9].map { sleeper(until: $0) }
        let (scheduler, clock) = (scheduler, clock)
        try await clock.sleepers(atLeast: 3)
        let stops = Box<[Int]>([])
        let counts = Box<[Int]>([])
        for tick in [3, 5, 9] {
            scheduler.scheduleAt(tick) {
                stops.value.append(scheduler.clock)
                counts.value.append(clock.sleeperCount)
            }
        }
        scheduler.start()
        XCTAssertEqual(stops.value, [3, 5, 9])
        XCTAssertEqual(counts.value, [2, 1, 0], "sleepers wake before the work for that time")
        for sleeper in sleepers { _ = try await sleeper.value }
    }

    func testStartRunsUpToTheLastSleeper() async throws {
        let last = sleeper(until: 12)
        try await clock.sleepers(atLeast: 1)
        scheduler.start()
        XCTAssertEqual(scheduler.clock, 12)
        assertWoke(try await last.value, at: 12)
    }

    func testMovingTheClockWithoutRunningAnythingWakes() async throws {
        let sleeper = sleeper(until: 4)
        try await clock.sleepers(atLeast: 1)
        scheduler.sleep(4)
        assertWoke(try await sleeper.value, at: 4)
        scheduler.start()
        XCTAssertEqual(scheduler.clock, 4)
    }

    func testThePastIsNotWaitedFor() async throws {
        scheduler.advanceTo(5)
        try await clock.sleep(until: clock.now)
        try await clock.sleep(until: TestClock.Instant(offset: .seconds(-3)))
        try await clock.sleep(for: .zero)
    }

    func testADeadlineBetweenTicksIsRoundedUp() async throws {
        let scheduler = TestScheduler(initialClock: 0, resolution: 0.5)
        let clock = scheduler.testClock
        let task = Task { try await clock.sleep(for: .milliseconds(501)) }
        try await clock.sleepers(atLeast: 1)
        scheduler.advanceTo(1)
        XCTAssertEqual(clock.sleeperCount, 1)
        scheduler.advanceTo(2)
        try await task.value
    }

    func testCancellationEndsASleepAndRemovesIt() async throws {
        for isScheduled in [false, true] {
            let scheduler = TestScheduler(initialClock: 0)
            let clock = scheduler.testClock
            let (sleeper, other) = (sleeper(until: 10, on: clock), sleeper(until: 20, on: clock))
            try await clock.sleepers(atLeast: 2)
            if isScheduled { scheduler.advanceTo(1) }
            sleeper.cancel()
            assertCancelled(await sleeper.result)
            XCTAssertEqual(clock.sleeperCount, 1, "scheduled: \(isScheduled)")
            scheduler.advanceTo(2)
            XCTAssertEqual(
                scheduler.debugDescription.split(separator: "\n").count,
                1,
                "scheduled: \(isScheduled)"
            )
            scheduler.start()
            assertWoke(try await other.value, at: 20)
        }
    }

    func testATaskThatIsCancelledAlreadyDoesNotSleep() async throws {
        let clock = clock
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(1))
        }
        assertCancelled(await task.result)
        XCTAssertEqual(clock.sleeperCount, 0)
    }

    func testWaitingForSleepersCanBeCancelled() async throws {
        let clock = clock
        let watcher = Task { try await clock.sleepers(atLeast: 1) }
        watcher.cancel()
        assertCancelled(await watcher.result)
        try await clock.sleepers(atLeast: 0)
    }

    func testTheEndOfTheSchedulerEndsSleeps() async throws {
        var scheduler: TestScheduler? = TestScheduler(initialClock: 0)
        let clock = try XCTUnwrap(scheduler?.testClock)
        let task = Task { try await clock.sleep(for: .seconds(1)) }
        try await clock.sleepers(atLeast: 1)
        scheduler = nil
        assertCancelled(await task.result)
        assertCancelled(await Task { try await clock.sleep(for: .seconds(1)) }.result)
        assertCancelled(await Task { try await clock.sleepers(atLeast: 1) }.result)
    }

    func testManyTasksSleepWhileTheSchedulerRuns() async throws {
        let count = TestMode.size(2_000, sanitized: 400)
        let clock = clock
        let (woken, ended) = (Counter(), Counter())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...count {
                group.addTask {
                    for _ in 0..<3 {
                        try await clock.sleep(for: .seconds(number % 10 + 1))
                        woken.add()
                    }
                    ended.add()
                }
            }
            // Tasks fall asleep while the clock moves.
            let patience = Patience()
            while ended.value < count {
                patience.check()
                scheduler.advanceTo(scheduler.clock + 1)
                await Task.yield()
            }
            try await group.waitForAll()
        }
        XCTAssertEqual(woken.value, 3 * count)
        XCTAssertEqual(clock.sleeperCount, 0)
    }

    func testTasksAreCancelledWhileTheSchedulerRuns() async throws {
        let clock = clock
        let tasks = (1...TestMode.size(1_000, sanitized: 200)).map { number in
            Task { try await clock.sleep(for: .seconds(number)) }
        }
        try await clock.sleepers(atLeast: tasks.count)
        let canceller = Task.detached { for task in tasks.reversed() { task.cancel() } }
        scheduler.start()
        await canceller.value
        var (slept, cancelled) = (0, 0)
        for task in tasks {
            switch await task.result {
            case .success: slept += 1
            case .failure(let error):
                XCTAssertTrue(error is CancellationError)
                cancelled += 1
            }
        }
        XCTAssertEqual(slept + cancelled, tasks.count)
        XCTAssertEqual(clock.sleeperCount, 0)
    }

    func testCodeThatIsGenericOverClocks() async throws {
        let attempts = Counter()
        let clock = clock
        let task = Task {
            try await retry(3, after: .seconds(10), on: clock) {
                if attempts.add() < 3 { throw TestError("busy") }
                return "done"
            }
        }
        for attempt in 1...2 {
            try await clock.sleepers(atLeast: 1)
            XCTAssertEqual(attempts.value, attempt)
            scheduler.advanceTo(10 * attempt)
        }
        let result = try await task.value
        XCTAssertEqual(result, "done")
    }

    func testATimeoutByTheClock() async throws {
        let clock = clock
        let slow = Task {
            try await withTimeout(.seconds(5), on: clock) {
                try await clock.sleep(for: .seconds(60))
                return 1
            }
        }
        try await clock.sleepers(atLeast: 2)
        scheduler.advanceTo(5)
        let result = await slow.result
        XCTAssertThrowsError(try result.get()) { XCTAssertEqual($0 as? TestError, TestError("timeout")) }
        XCTAssertEqual(clock.sleeperCount, 0)
    }
}

private func retry<Value: Sendable>(
    _ times: Int,
    after delay: Duration,
    on clock: any Clock<Duration>,
    _ body: @Sendable () async throws -> Value
) async throws -> Value {
    for _ in 1..<times {
        do { return try await body() } catch { try await clock.sleep(for: delay) }
    }
    return try await body()
}

private func withTimeout<Value: Sendable>(
    _ limit: Duration,
    on clock: any Clock<Duration>,
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await clock.sleep(for: limit)
            throw TestError("timeout")
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
    }
}
