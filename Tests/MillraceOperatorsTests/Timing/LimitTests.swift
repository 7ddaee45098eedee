import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class LimitTests: MarbleTestCase {
    private let scheduler = TestScheduler(initialClock: 0, resolution: 0.001, simulateProcessingDelay: false)
    private let recorder = Recorder<Int>()
    private var times: [Int] = []

    /// Subscribes, and notes when elements come, in milliseconds.
    private func subscribe(_ result: Observable<Int>) -> Disposable {
        let scheduler = scheduler
        return result.do(onNext: { [unowned self] _ in times.append(scheduler.clock) }).subscribe(recorder)
    }

    // MARK: Elements wait

    func testElementsWaitInOrder() {
        check(
            source: "-abc---------d-|",
            result: "-a--b--c-----d-|",
            active: "^--------------!"
        ) { $0.limit(Rate(1, per: .seconds(3)), overflow: .buffer, scheduler: $1) }
    }

    func testABurstAfterSilence() {
        // Three at once, as many as are saved up, then one every four seconds.
        check(
            source: "-abcde--------------------fghi-----------|",
            result: "-abc-d---e----------------fgh-i----------|"
        ) { $0.limit(Rate(1, per: .seconds(4), burst: 3), overflow: .buffer, scheduler: $1) }
    }

    func testTheCompletionComesAfterWhatWaits() {
        check(
            source: "-abc|",
            result: "-a--b--(c|)",
            active: "^---!"
        ) { $0.limit(Rate(1, per: .seconds(3)), overflow: .buffer, scheduler: $1) }
    }

    func testAnErrorComesAtOnce() {
        check(
            source: "-abc#",
            result: "-a--#",
            active: "^---!"
        ) { $0.limit(Rate(1, per: .seconds(3)), overflow: .buffer, scheduler: $1) }
    }

    // Over an hour: ServerOperatorsRaceTests, which are run optimized, too.
    func testARateIsExact() {
        let seconds = 300
        let subscription = subscribe(
            Observable.range(start: 0, count: .max)
                .limit(Rate(200, per: .seconds(1), burst: 10), overflow: .suspend, scheduler: scheduler)
        )
        scheduler.advanceTo(1_000 * seconds)
        subscription.dispose()
        XCTAssertEqual(times.count, 10 + 200 * seconds)
        XCTAssertEqual(recorder.elements, Array(0..<times.count))
        let wrong = times.enumerated().first { number, time in time != max(0, number - 9) * 5 }
        XCTAssertNil(wrong, "the number and the time of an element")
    }

    func testARateThatIsNoWholeNumberOfNanosecondsDoesNotDrift() {
        // One every 3.333… ms; each comes at the tick that is nearest.
        let subscription = subscribe(
            Observable.range(start: 0, count: .max)
                .limit(Rate(300, per: .seconds(1)), overflow: .suspend, scheduler: scheduler)
        )
        scheduler.advanceTo(100_000)
        subscription.dispose()
        XCTAssertEqual(times.count, 1 + 300 * 100)
        let wrong = times.enumerated().first { number, time in abs(time * 3 - number * 10) > 2 }
        XCTAssertNil(wrong, "the number and the time of an element")
    }

    func testALateSchedulerDoesNotSlowTheRate() {
        let scheduler = scheduler
        let subscription = subscribe(
            Observable.range(start: 0, count: .max)
                .limit(Rate(100, per: .seconds(1)), overflow: .suspend, scheduler: scheduler)
        )
        // An action that takes 65 ms: seven elements are due by then.
        _ = scheduler.scheduleRelative((), dueTime: .milliseconds(101)) {
            scheduler.sleep(65)
            return Disposables.create()
        }
        scheduler.advanceTo(1_000)
        subscription.dispose()
        XCTAssertEqual(times.count, 101)
        XCTAssertEqual(Array(times[10..<19]), [100, 166, 166, 166, 166, 166, 166, 170, 180])
    }

    func testAClockThatIsCoarserThanTheRateGoesOn() {
        let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
        var times: [Int] = []
        let subscription = Observable.range(start: 0, count: .max)
            .limit(Rate(200, per: .seconds(1)), overflow: .suspend, scheduler: scheduler)
            .subscribe(onNext: { _ in times.append(scheduler.clock) })
        scheduler.advanceTo(100)
        subscription.dispose()
        // What is due within half a tick comes in this tick.
        XCTAssertEqual(times.count, 200 * 100 + 100)
        XCTAssertEqual(times.filter { $0 == 50 }.count, 200)
    }

    func testAClockOfSwiftAndAnyScheduler() async throws {
        let scheduler = TestScheduler(initialClock: 0)
        let clock = ClockScheduler(scheduler.testClock)
        let times = Recorder<Int>()
        let isOver = Moment()
        _ = Observable.of(1, 2, 3).limit(Rate(1, per: .seconds(10)), overflow: .suspend, scheduler: clock)
            .do(onDispose: { isOver.set() })
            .subscribe(times)
        scheduler.advanceTo(10)
        await waitForTasks { times.elements.count == 2 }
        XCTAssertEqual(scheduler.clock, 10)
        // The task that has emitted the second element sets the next timer, from whatever time it is then.
        await waitForTasks {
            scheduler.advanceTo(scheduler.clock + 1)
            return times.elements.count == 3
        }
        XCTAssertGreaterThanOrEqual(scheduler.clock, 20)
        isOver.wait()
        XCTAssertEqual(times.marks, ["1", "2", "3", "|"])
    }

    func testASchedulerThatWaitsForNothing() {
        let subscription = subscribe(
            Observable.of(1, 2, 3, 4)
                .limit(Rate(1, per: .seconds(10)), overflow: .suspend, scheduler: AtOnceScheduler())
        )
        XCTAssertEqual(recorder.marks, ["1", "2", "3", "4", "|"])
        subscription.dispose()
    }

    func testALongQueueGivesOtherWorkATurn() {
        let scheduler = TestScheduler(initialClock: 0)
        let subject = PublishSubject<Int>()
        let between = Box(0)
        let received = Box(0)
        let subscription =
            subject
            .limit(Rate(1_000, per: .seconds(1), burst: 1_000), overflow: .buffer, scheduler: scheduler)
            .subscribe(onNext: { _ in received.value += 1 })
        for number in 0..<3_000 { subject.onNext(number) }
        XCTAssertEqual(received.value, 1_000)
        scheduler.sleep(100)
        _ = scheduler.schedule(()) {
            between.value = received.value
            return Disposables.create()
        }
        scheduler.start()
        XCTAssertEqual(received.value, 3_000)
        XCTAssertEqual(between.value, 1_000 + 256, "256 of one action, then the other work")
        subscription.dispose()
    }

    // MARK: The source is held back

    func testTheSourceIsHeldBack() {
        let emitted = Counter()
        let subscription = subscribe(
            Observable.range(start: 0, count: 20).do(onNext: { _ in emitted.add() })
                .limit(Rate(1, per: .milliseconds(10), burst: 2), overflow: .suspend, scheduler: scheduler)
        )
        XCTAssertEqual(emitted.value, 3, "two pass, one waits")
        for time in stride(from: 10, through: 100, by: 10) {
            scheduler.advanceTo(time)
            XCTAssertEqual(emitted.value, 3 + time / 10)
        }
        scheduler.start()
        XCTAssertEqual(recorder.elements, Array(0..<20))
        XCTAssertEqual(recorder.marks.last, "|")
        subscription.dispose()
    }

    func testMoreThanOneMayWait() {
        let emitted = Counter()
        let subscription = subscribe(
            Observable.range(start: 0, count: 100).do(onNext: { _ in emitted.add() })
                .limit(Rate(1, per: .milliseconds(10)), capacity: 8, overflow: .suspend, scheduler: scheduler)
        )
        XCTAssertEqual(emitted.value, 9)
        scheduler.advanceTo(30)
        XCTAssertEqual(emitted.value, 9, "the source goes on when half of the room is free")
        scheduler.advanceTo(40)
        XCTAssertEqual(emitted.value, 13)
        scheduler.start()
        XCTAssertEqual(times, (0..<100).map { $0 * 10 })
        subscription.dispose()
    }

    func testAClientThatReadsNothingHoldsTheSourceBack() {
        let consumer = ManualScheduler()
        let emitted = Counter()
        let passed = Counter()
        let subscription = Observable.range(start: 0, count: .max)
            .do(onNext: { _ in emitted.add() })
            .limit(Rate(1, per: .seconds(1), burst: 3), capacity: 10, overflow: .suspend, scheduler: scheduler)
            .do(onNext: { _ in passed.add() })
            .observe(on: consumer, capacity: 2, overflow: .suspend)
            .subscribe()
        scheduler.advanceTo(3_600_000)
        XCTAssertEqual(passed.value, 2)
        XCTAssertEqual(emitted.value, 12)
        // The client reads again: an hour has saved up three tokens, not 3,600.
        for _ in 0..<5 {
            consumer.runDue()
            scheduler.advanceTo(3_600_000)
        }
        XCTAssertEqual(passed.value, 2 + 3)
        for second in 1...10 {
            scheduler.advanceTo(3_600_000 + 1_000 * second)
            consumer.runDue()
            XCTAssertEqual(passed.value, 2 + 3 + second)
        }
        subscription.dispose()
    }
}
