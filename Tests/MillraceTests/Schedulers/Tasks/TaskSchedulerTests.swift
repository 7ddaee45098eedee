import Foundation
import Millrace
import MillraceTest
import TestSupport
import XCTest

/// What the schedulers on actors, executors and clocks have in common.
final class TaskSchedulerTests: XCTestCase {
    private enum Mark {
        @TaskLocal static var value = "none"
    }

    private actor Place {}

    private static func schedulers(_ clock: some Clock<Duration> = ContinuousClock()) -> [(String, TaskScheduler)] {
        var schedulers: [(String, TaskScheduler)] = [
            ("clock", ClockScheduler(clock)),
            ("actor", ActorScheduler(Place(), clock: clock)),
            ("main actor", ActorScheduler(MainActor.shared, clock: clock)),
        ]
        if #available(macOS 15, *) {
            schedulers.append(("executor", ExecutorScheduler(globalConcurrentExecutor, clock: clock)))
        }
        return schedulers
    }

    /// Waits until the scheduler has run what it was given.
    private func drain(_ scheduler: TaskScheduler) async {
        await withCheckedContinuation { continuation in
            _ = scheduler.schedule(()) { _ in
                continuation.resume()
                return Disposables.create()
            }
        }
    }

    func testActionsRunInOrderOneAtATime() async {
        for (name, scheduler) in TaskSchedulerTests.schedulers() {
            let recorder = Recorder<Int>()
            for number in 0..<1_000 {
                _ = scheduler.schedule(number) { number in
                    recorder.onNext(number)
                    return Disposables.create()
                }
            }
            await drain(scheduler)
            XCTAssertEqual(recorder.elements, Array(0..<1_000), name)
        }
    }

    func testActionsOfManyThreadsNeverOverlap() async {
        let rounds = TestMode.size(10_000, sanitized: 1_000)
        for (name, scheduler) in TaskSchedulerTests.schedulers() {
            // Guarded by the scheduler alone.
            let counts = Box([0, 0, 0, 0])
            await withTaskGroup(of: Void.self) { group in
                for thread in 0..<4 {
                    group.addTask {
                        for _ in 0..<rounds {
                            _ = scheduler.schedule(thread) { thread in
                                counts.value[thread] += 1
                                return Disposables.create()
                            }
                        }
                    }
                }
            }
            await drain(scheduler)
            XCTAssertEqual(counts.value, [rounds, rounds, rounds, rounds], name)
        }
    }

    func testAnActionThatSchedulesRunsTheNextAfterItself() async {
        for (name, scheduler) in TaskSchedulerTests.schedulers() {
            let recorder = Recorder<String>()
            _ = scheduler.schedule(()) { _ in
                let inner = scheduler.schedule(()) { _ in
                    recorder.onNext("inner")
                    return Disposables.create()
                }
                recorder.onNext("outer")
                return inner
            }
            await drain(scheduler)
            await drain(scheduler)
            XCTAssertEqual(recorder.elements, ["outer", "inner"], name)
        }
    }

    func testADisposedActionDoesNotRunAndReleasesItsState() async {
        for (name, scheduler) in TaskSchedulerTests.schedulers() {
            let hasEntered = Moment()
            let mayLeave = Moment()
            _ = scheduler.schedule(()) { _ in
                hasEntered.set()
                mayLeave.wait()
                return Disposables.create()
            }
            // The main actor runs the block when this function waits.
            if name != "main actor" { hasEntered.wait() }
            let recorder = Recorder<Int>()
            let isHeld = isHeld { probe in
                for span in [RxTimeInterval.seconds(0), .seconds(1_000)] {
                    let action = scheduler.scheduleRelative(probe, dueTime: span) { _ in
                        recorder.onNext(1)
                        return Disposables.create()
                    }
                    action.dispose()
                }
                let action = scheduler.schedule(probe) { _ in
                    recorder.onNext(1)
                    return Disposables.create()
                }
                action.dispose()
            }
            XCTAssertFalse(isHeld, name)
            mayLeave.set()
            await drain(scheduler)
            XCTAssertEqual(recorder.elements, [], name)
        }
    }

    func testWhatAnActionReturnsIsDisposedWithIt() async {
        for (name, scheduler) in TaskSchedulerTests.schedulers() {
            let returned = BooleanDisposable()
            let action = scheduler.scheduleRelative((), dueTime: .nanoseconds(-1)) { _ in returned }
            await drain(scheduler)
            XCTAssertFalse(returned.isDisposed, name)
            action.dispose()
            XCTAssertTrue(returned.isDisposed, name)
        }
    }

    func testNeverNeverComes() async throws {
        let time = TestScheduler(initialClock: 0)
        for (name, scheduler) in TaskSchedulerTests.schedulers(time.testClock) {
            let recorder = Recorder<String>()
            let never = [
                scheduler.scheduleRelative((), dueTime: .never) { _ in
                    recorder.onNext("once")
                    return Disposables.create()
                },
                scheduler.schedulePeriodic((), startAfter: .never, period: .seconds(1)) { recorder.onNext("period") },
            ]
            let once = scheduler.schedulePeriodic((), startAfter: .seconds(0), period: .never) { _ in
                recorder.onNext("first")
            }
            time.advanceTo(time.clock + 1_000_000_000)
            await drain(scheduler)
            XCTAssertEqual(time.testClock.sleeperCount, 0, name)
            XCTAssertEqual(recorder.elements, ["first"], name)
            for disposable in never + [once] { disposable.dispose() }
        }
    }

    func testNegativeAndZeroSpansComeAfterWhatIsDue() async {
        for (name, scheduler) in TaskSchedulerTests.schedulers() {
            let recorder = Recorder<String>()
            for (mark, span) in [
                ("zero", RxTimeInterval.seconds(0)), ("less", .seconds(-5)), ("least", .seconds(.min)),
            ] {
                _ = scheduler.scheduleRelative(mark, dueTime: span) { mark in
                    recorder.onNext(mark)
                    return Disposables.create()
                }
            }
            await drain(scheduler)
            XCTAssertEqual(recorder.elements, ["zero", "less", "least"], name)
        }
    }

    func testASpanOfNearlyThreeCenturiesDoesNotComeAtOnce() async throws {
        for (name, scheduler) in TaskSchedulerTests.schedulers() {
            let recorder = Recorder<Int>()
            let action = scheduler.scheduleRelative((), dueTime: .nanoseconds(Int(Int64.max - 1))) { _ in
                recorder.onNext(1)
                return Disposables.create()
            }
            let hasSlept = scheduler.scheduleRelative((), dueTime: .milliseconds(20)) { _ in
                recorder.onNext(0)
                return Disposables.create()
            }
            let deadline = Date(timeIntervalSinceNow: 60)
            while recorder.elements.isEmpty, Date() < deadline { await Task.yield() }
            XCTAssertEqual(recorder.elements, [0], name)
            action.dispose()
            hasSlept.dispose()
        }
    }

    func testDueActionsComeInTheOrderOfTheirTimesThenOfScheduling() async throws {
        let time = TestScheduler(initialClock: 0)
        for (name, scheduler) in TaskSchedulerTests.schedulers(time.testClock) {
            let recorder = Recorder<Int>()
            var expected: [(span: Int, number: Int)] = []
            var generator = TestRandom(seed: 7)
            for number in 0..<200 {
                let span = Int.random(in: 1...20, using: &generator)
                let action = scheduler.scheduleRelative(number, dueTime: .seconds(span)) { number in
                    recorder.onNext(number)
                    return Disposables.create()
                }
                if number % 3 == 0 { action.dispose() } else { expected.append((span, number)) }
            }
            try await time.testClock.sleepers(atLeast: expected.count)
            XCTAssertEqual(time.testClock.sleeperCount, expected.count, name)
            // All of them at once.
            time.advanceTo(time.clock + 20)
            await waitForTasks { recorder.elements.count >= expected.count }
            let order = expected.sorted { ($0.span, $0.number) < ($1.span, $1.number) }.map(\.number)
            XCTAssertEqual(recorder.elements, order, name)
        }
    }

    func testPeriodsDoNotDriftAndNoRunIsLeftOut() async throws {
        let time = TestScheduler(initialClock: 0)
        for (name, scheduler) in TaskSchedulerTests.schedulers(time.testClock) {
            let recorder = Recorder<Int>()
            let start = time.clock
            let period = scheduler.schedulePeriodic(0, startAfter: .seconds(2), period: .seconds(3)) { number in
                recorder.onNext(number)
                return number + 1
            }
            for (seconds, count) in [(1, 0), (2, 1), (4, 1), (5, 2), (17, 6), (18, 6), (20, 7)] {
                try await time.testClock.sleepers(atLeast: 1)
                time.advanceTo(start + seconds)
                await waitForTasks { recorder.elements.count >= count }
                // The next run is timed when the run returns.
                try await time.testClock.sleepers(atLeast: 1)
                XCTAssertEqual(recorder.elements, Array(0..<count), "\(name) \(seconds)")
            }
            period.dispose()
            await waitForTasks { time.testClock.sleeperCount == 0 }
        }
    }

    func testAPeriodOfZeroCanBeDisposed() async {
        for (name, scheduler) in TaskSchedulerTests.schedulers() {
            let recorder = Recorder<Int>()
            let period = SerialDisposable()
            _ = scheduler.schedule(()) { _ in
                period.disposable = scheduler.schedulePeriodic(0, startAfter: .seconds(0), period: .seconds(0)) {
                    number in
                    recorder.onNext(number)
                    if number == 99 { period.dispose() }
                    return number + 1
                }
                return Disposables.create()
            }
            await waitForTasks { period.isDisposed }
            await drain(scheduler)
            XCTAssertEqual(recorder.elements, Array(0..<100), name)
        }
    }

    /// An action's time comes after the action was added to those that wait, and before the thread that schedules it
    /// has gone on. Another task runs both the action and one that was due later.
    private func schedulerWhoseTimeComes(_ time: TestScheduler, until hasRun: @escaping () -> Bool) -> TaskScheduler {
        let clock = OvertakingClock(time.testClock)
        let scheduler = ActorScheduler(Place(), clock: clock)
        _ = scheduler.scheduleRelative((), dueTime: .seconds(2)) { _ in Disposables.create() }
        waitUntil { time.testClock.sleeperCount == 1 }
        clock.overtake { [weak scheduler] in
            time.advanceTo(2)
            waitUntil { hasRun() }
            // One action at a time: then the run has returned.
            let isIdle = Moment()
            _ = scheduler?.schedule(()) { _ in
                isIdle.set()
                return Disposables.create()
            }
            isIdle.wait()
        }
        return scheduler
    }

    func testAPeriodGoesOnIfItsFirstRunComesWhileItIsScheduled() {
        let time = TestScheduler(initialClock: 0)
        let recorder = Recorder<Int>()
        let scheduler = schedulerWhoseTimeComes(time) { recorder.elements == [0] && time.testClock.sleeperCount == 1 }
        let period = scheduler.schedulePeriodic(0, startAfter: .seconds(1), period: .seconds(10)) { number in
            recorder.onNext(number)
            return number + 1
        }
        time.advanceTo(11)
        XCTAssertTrue(waitUntil(within: 10) { recorder.elements == [0, 1] }, "\(recorder.elements)")
        period.dispose()
    }

    func testAnActionThatComesWhileItIsScheduledKeepsWhatItReturns() {
        let time = TestScheduler(initialClock: 0)
        let returned = BooleanDisposable()
        let hasRun = Moment()
        weak var released: TaskScheduler?
        var action: Disposable?
        do {
            let scheduler = schedulerWhoseTimeComes(time) { hasRun.wait(seconds: 0) }
            released = scheduler
            action = scheduler.scheduleRelative((), dueTime: .seconds(1)) { _ in
                hasRun.set()
                return returned
            }
        }
        // The action's task, which was to wait for the time, holds the scheduler until it ends.
        waitUntil { released == nil }
        XCTAssertFalse(returned.isDisposed)
        action?.dispose()
        XCTAssertTrue(returned.isDisposed)
    }

    func testActionsFindNoTaskLocals() async throws {
        for (name, scheduler) in TaskSchedulerTests.schedulers() {
            let recorder = Recorder<String>()
            let recorded: @Sendable (String) -> Disposable = { mark in
                recorder.onNext("\(mark) \(Mark.value)")
                return Disposables.create()
            }
            // The first action starts the scheduler's task.
            Mark.$value.withValue("leaked") { _ = scheduler.schedule("at once", action: recorded) }
            await drain(scheduler)
            Mark.$value.withValue("leaked") {
                _ = scheduler.schedule("later", action: recorded)
                _ = scheduler.scheduleRelative("due", dueTime: .milliseconds(1), action: recorded)
            }
            await waitForTasks { recorder.elements.count >= 3 }
            XCTAssertEqual(recorder.elements, ["at once none", "later none", "due none"], name)
        }
    }

    func testAReleasedSchedulerStillRunsItsActions() async {
        for index in TaskSchedulerTests.schedulers().indices {
            let recorder = Recorder<String>()
            weak var released: TaskScheduler?
            do {
                let (_, scheduler) = TaskSchedulerTests.schedulers()[index]
                released = scheduler
                for mark in ["one", "two"] {
                    _ = scheduler.schedule(mark) { mark in
                        recorder.onNext(mark)
                        return Disposables.create()
                    }
                }
                _ = scheduler.scheduleRelative("due", dueTime: .milliseconds(1)) { mark in
                    recorder.onNext(mark)
                    return Disposables.create()
                }
            }
            await waitForTasks { recorder.elements.count >= 3 && released == nil }
            XCTAssertEqual(recorder.elements, ["one", "two", "due"])
        }
    }

    func testAReleasedSchedulerReleasesItsActor() async {
        for isUsed in [false, true] {
            weak var released: Place?
            do {
                let actor = Place()
                released = actor
                let scheduler = ActorScheduler(actor)
                if isUsed { await drain(scheduler) }
            }
            await waitForTasks { released == nil }
        }
    }

    func testNowGoesByTheClock() async throws {
        let time = TestScheduler(initialClock: 40, resolution: 0.1)
        for (name, scheduler) in TaskSchedulerTests.schedulers(time.testClock) {
            let start = scheduler.now
            time.advanceTo(time.clock + 3)
            XCTAssertEqual(scheduler.now.timeIntervalSince(start), 0.3, accuracy: 1e-12, name)
        }
        let before = Date()
        for (name, scheduler) in TaskSchedulerTests.schedulers() + TaskSchedulerTests.schedulers(SuspendingClock()) {
            XCTAssertLessThan(abs(scheduler.now.timeIntervalSince(before)), 60, name)
        }
    }

    func testAClockThatFailsDropsTheAction() async {
        let recorder = Recorder<Int>()
        weak var held: Probe?
        do {
            let probe = Probe()
            held = probe
            _ = ClockScheduler(BrokenClock()).scheduleRelative(probe, dueTime: .seconds(1)) { _ in
                recorder.onNext(1)
                return Disposables.create()
            }
        }
        await waitForTasks { held == nil }
        XCTAssertEqual(recorder.elements, [])
    }

    /// Others on the actor get their turn while a source floods the scheduler.
    func testASourceThatNeverPausesDoesNotKeepTheActor() async {
        let actor = Place()
        let scheduler = ActorScheduler(actor)
        let flood = Observable<Int>.repeatElement(1, scheduler: scheduler).observe(on: scheduler).subscribe()
        for _ in 0..<10 { await nothing(on: actor) }
        flood.dispose()
    }

    private func nothing(on actor: isolated any Actor) {}
}

/// A clock whose time goes on while a scheduler looks at it for the second time: the scheduler still sees the time from
/// before. Sleeps that begin later last until they are cancelled, or until their time comes.
private final class OvertakingClock: Clock, @unchecked Sendable {
    private let clock: TestClock
    private let looks = Counter()
    private var body: (() -> Void)?

    init(_ clock: TestClock) {
        self.clock = clock
    }

    /// Has the next look but one call `body`. No other thread uses the clock meanwhile.
    func overtake(_ body: @escaping () -> Void) {
        looks.set(0)
        self.body = body
    }

    var now: TestClock.Instant {
        let now = clock.now
        if let body, looks.add() == 2 { body() }
        return now
    }

    var minimumResolution: Duration { clock.minimumResolution }

    func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
        if deadline <= clock.now { await waitForTasks { Task.isCancelled } }
        try await clock.sleep(until: deadline, tolerance: tolerance)
    }
}

private struct BrokenClock: Clock {
    private let clock = ContinuousClock()
    var now: ContinuousClock.Instant { clock.now }
    var minimumResolution: Duration { clock.minimumResolution }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        throw TestError("broken")
    }
}

private final class Box<Value>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}
