import Millrace
import MillraceTest
import TestSupport
import Testing

/// Virtual time as a Swift clock. What a test waits for are tasks that sleep or have ended.
struct TestClockTests {
    private let scheduler = TestScheduler(initialClock: 0)
    private var clock: TestClock { scheduler.testClock }

    /// A task that sleeps until tick `tick` and tells when it woke.
    private func sleeper(until tick: Int) -> Task<Duration, any Error> {
        let clock = clock
        return Task {
            try await clock.sleep(until: TestClock.Instant(offset: .seconds(tick)))
            return clock.now.offset
        }
    }

    @Test func theTimeIsTheSchedulers() {
        let scheduler = TestScheduler(initialClock: 20, resolution: 0.1)
        let clock = scheduler.testClock
        #expect(clock.minimumResolution == .milliseconds(100))
        #expect(clock.now.offset == .seconds(2))
        scheduler.advanceTo(23)
        #expect(clock.now.offset == .milliseconds(2_300))
        scheduler.sleep(2)
        #expect(clock.now.offset == .milliseconds(2_500))
        scheduler.scheduleAt(31) {}
        scheduler.start()
        #expect(clock.now.offset == .milliseconds(3_100))
        scheduler.advanceTo(10)
        #expect(clock.now.offset == .seconds(1))
    }

    @Test func instants() {
        let instant = TestClock.Instant(offset: .seconds(3))
        #expect(instant.advanced(by: .milliseconds(1)).offset == .milliseconds(3_001))
        #expect(instant.duration(to: instant.advanced(by: .seconds(-2))) == .seconds(-2))
        #expect(instant < instant.advanced(by: .nanoseconds(1)))
        #expect(!(instant < instant))
    }

    @Test func sleepersWakeInTheOrderOfTheirDeadlines() async throws {
        let (late, early, middle) = (sleeper(until: 30), sleeper(until: 10), sleeper(until: 20))
        try await clock.sleepers(atLeast: 3)
        scheduler.advanceTo(10)
        #expect(try await early.value == .seconds(10))
        #expect(clock.sleeperCount == 2)
        scheduler.advanceTo(29)
        #expect(try await middle.value == .seconds(29))
        #expect(clock.sleeperCount == 1)
        scheduler.start()
        #expect(try await late.value == .seconds(30))
        #expect(clock.sleeperCount == 0)
    }

    @Test func everyDeadlineIsStoppedAt() async throws {
        let sleepers = [5, 3, 9].map(sleeper)
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
        #expect(stops.value == [3, 5, 9])
        #expect(counts.value == [2, 1, 0], "sleepers wake before the work for that time")
        for sleeper in sleepers { _ = try await sleeper.value }
    }

    @Test func startRunsUpToTheLastSleeper() async throws {
        let last = sleeper(until: 12)
        try await clock.sleepers(atLeast: 1)
        scheduler.start()
        #expect(scheduler.clock == 12)
        #expect(try await last.value == .seconds(12))
    }

    @Test func movingTheClockWithoutRunningAnythingWakes() async throws {
        let sleeper = sleeper(until: 4)
        try await clock.sleepers(atLeast: 1)
        scheduler.sleep(4)
        #expect(try await sleeper.value == .seconds(4))
        scheduler.start()
        #expect(scheduler.clock == 4)
    }

    @Test func thePastIsNotWaitedFor() async throws {
        scheduler.advanceTo(5)
        try await clock.sleep(until: clock.now)
        try await clock.sleep(until: TestClock.Instant(offset: .seconds(-3)))
        try await clock.sleep(for: .zero)
    }

    @Test func aDeadlineBetweenTicksIsRoundedUp() async throws {
        let scheduler = TestScheduler(initialClock: 0, resolution: 0.5)
        let clock = scheduler.testClock
        let task = Task { try await clock.sleep(for: .milliseconds(501)) }
        try await clock.sleepers(atLeast: 1)
        scheduler.advanceTo(1)
        #expect(clock.sleeperCount == 1)
        scheduler.advanceTo(2)
        try await task.value
    }

    @Test(arguments: [false, true])
    func cancellationEndsASleepAndRemovesIt(_ isScheduled: Bool) async throws {
        let (sleeper, other) = (sleeper(until: 10), sleeper(until: 20))
        try await clock.sleepers(atLeast: 2)
        if isScheduled { scheduler.advanceTo(1) }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount == 1)
        scheduler.advanceTo(2)
        #expect(scheduler.debugDescription.split(separator: "\n").count == 1)
        scheduler.start()
        #expect(try await other.value == .seconds(20))
    }

    @Test func aTaskThatIsCancelledAlreadyDoesNotSleep() async throws {
        let clock = clock
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(1))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func waitingForSleepersCanBeCancelled() async throws {
        let clock = clock
        let watcher = Task { try await clock.sleepers(atLeast: 1) }
        watcher.cancel()
        await #expect(throws: CancellationError.self) { try await watcher.value }
        try await clock.sleepers(atLeast: 0)
    }

    @Test func theEndOfTheSchedulerEndsSleeps() async throws {
        var scheduler: TestScheduler? = TestScheduler(initialClock: 0)
        let clock = try #require(scheduler?.testClock)
        let task = Task { try await clock.sleep(for: .seconds(1)) }
        try await clock.sleepers(atLeast: 1)
        scheduler = nil
        await #expect(throws: CancellationError.self) { try await task.value }
        await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(1)) }
        await #expect(throws: CancellationError.self) { try await clock.sleepers(atLeast: 1) }
    }

    @Test func manyTasksSleepWhileTheSchedulerRuns() async throws {
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
        #expect(woken.value == 3 * count)
        #expect(clock.sleeperCount == 0)
    }

    @Test func tasksAreCancelledWhileTheSchedulerRuns() async throws {
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
                #expect(error is CancellationError)
                cancelled += 1
            }
        }
        #expect(slept + cancelled == tasks.count)
        #expect(clock.sleeperCount == 0)
    }

    @Test func codeThatIsGenericOverClocks() async throws {
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
            #expect(attempts.value == attempt)
            scheduler.advanceTo(10 * attempt)
        }
        #expect(try await task.value == "done")
    }

    @Test func aTimeoutByTheClock() async throws {
        let clock = clock
        let slow = Task {
            try await withTimeout(.seconds(5), on: clock) {
                try await clock.sleep(for: .seconds(60))
                return 1
            }
        }
        try await clock.sleepers(atLeast: 2)
        scheduler.advanceTo(5)
        await #expect(throws: TestError("timeout")) { try await slow.value }
        #expect(clock.sleeperCount == 0)
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
