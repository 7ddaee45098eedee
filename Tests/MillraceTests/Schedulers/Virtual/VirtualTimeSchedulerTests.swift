import Foundation
import Millrace
import MillraceTest
import TestSupport
import XCTest

/// Counts in steps of ten seconds.
struct TenSeconds: VirtualTimeConverterType {
    func convertFromVirtualTime(_ virtualTime: Int) -> RxTime { Date(timeIntervalSince1970: Double(virtualTime) * 10) }
    func convertToVirtualTime(_ time: RxTime) -> Int { Int((time.timeIntervalSince1970 / 10).rounded()) }
    func convertFromVirtualTimeInterval(_ virtualTimeInterval: Int) -> TimeInterval { Double(virtualTimeInterval) * 10 }
    func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> Int { Int((timeInterval / 10).rounded()) }
    func offsetVirtualTime(_ time: Int, offset: Int) -> Int { time + offset }
    func compareVirtualTime(_ lhs: Int, _ rhs: Int) -> VirtualTimeComparison {
        lhs < rhs ? .lessThan : lhs == rhs ? .equal : .greaterThan
    }
}

final class VirtualTimeSchedulerTests: XCTestCase {
    private var log: [String] = []

    private func makeScheduler(_ clock: Int = 0) -> VirtualTimeScheduler<TenSeconds> {
        VirtualTimeScheduler(initialClock: clock, converter: TenSeconds())
    }

    private func note(_ name: String, at time: Int, on scheduler: VirtualTimeScheduler<TenSeconds>) {
        _ = scheduler.scheduleAbsoluteVirtual(name, time: time) { name in
            self.log.append("\(name)@\(scheduler.clock)")
            return Disposables.create()
        }
    }

    func testWorkRunsByTimeAndThenInOrderOfScheduling() {
        let scheduler = makeScheduler()
        for (name, time) in [("a", 5), ("b", 2), ("c", 5), ("d", 1), ("e", 2)] { note(name, at: time, on: scheduler) }
        scheduler.start()
        XCTAssertEqual(log, ["d@1", "b@2", "e@2", "a@5", "c@5"])
        XCTAssertEqual(scheduler.clock, 5)
        XCTAssertEqual(scheduler.now, Date(timeIntervalSince1970: 50))
    }

    /// A span of `.never` does not end, whatever the clock shows.
    func testWhatIsNeverDueDoesNotRun() {
        let never: [RxTimeInterval] = [.never, .seconds(Int.max)]
        for span in never {
            let scheduler = TestScheduler(initialClock: 0)
            let events = { (source: Observable<Int>) in
                let recorder = Recorder<Int>()
                let subscription = source.subscribe(recorder)
                scheduler.start()
                subscription.dispose()
                return recorder.marks
            }
            XCTAssertEqual(events(.timer(.seconds(1), period: span, scheduler: scheduler)), ["0"])
            XCTAssertEqual(events(.timer(span, scheduler: scheduler)), [])
            XCTAssertEqual(events(.never().timeout(span, scheduler: scheduler)), [])
            XCTAssertEqual(events(.just(1).concat(Observable.never()).debounce(span, scheduler: scheduler)), [])
            XCTAssertEqual(events(.just(1).delay(span, scheduler: scheduler)), [])
            XCTAssertEqual(events(.just(1).delaySubscription(span, scheduler: scheduler)), [])
            let counted = Observable.of(1, 2, 3).concat(Observable.never())
                .buffer(timeSpan: span, count: 2, scheduler: scheduler)
            XCTAssertEqual(events(counted.map { $0.reduce(0, +) }), ["3"])
            XCTAssertLessThan(scheduler.clock, 100)
            let tally = Token.Tally()
            let work = scheduler.scheduleRelative(Token(tally), dueTime: span) { _ in Disposables.create() }
            XCTAssertEqual(tally.count, 1)
            work.dispose()
            XCTAssertEqual(tally.count, 0)
        }
    }

    func testALargeQueueKeepsTheOrder() {
        let scheduler = makeScheduler()
        var random = TestRandom(seed: 7)
        var ran: [(time: Int, number: Int)] = []
        var cancelled: [Disposable] = []
        for number in 0..<5_000 {
            let time = Int.random(in: 0..<200, using: &random)
            let item = scheduler.scheduleAbsoluteVirtual((), time: time) { _ in
                ran.append((time, number))
                return Disposables.create()
            }
            if number % 5 == 0 { cancelled.append(item) }
        }
        for item in cancelled { item.dispose() }
        scheduler.start()
        XCTAssertEqual(ran.count, 4_000)
        XCTAssertTrue(zip(ran, ran.dropFirst()).allSatisfy { ($0.time, $0.number) < ($1.time, $1.number) })
    }

    func testWorkThatALargeQueueSchedulesComesInItsPlace() {
        checkGrowth(makeScheduler()) { $0 }
        checkGrowth(HistoricalScheduler()) { Date(timeIntervalSince1970: Double($0)) }
    }

    /// 3,000 pieces of work, each of which schedules another one for its own time or later.
    private func checkGrowth<Converter>(
        _ scheduler: VirtualTimeScheduler<Converter>,
        _ time: @escaping (Int) -> Converter.VirtualTimeUnit
    ) {
        var random = TestRandom(seed: 11)
        var ran: [(time: Int, number: Int)] = []
        var scheduled = 0
        func schedule(_ due: Int, _ repeats: Bool) {
            let number = scheduled
            scheduled += 1
            _ = scheduler.scheduleAbsoluteVirtual((), time: time(due)) { _ in
                ran.append((due, number))
                if repeats { schedule(due + random.below(50), false) }
                return Disposables.create()
            }
        }
        for _ in 0..<3_000 { schedule(random.below(500), true) }
        scheduler.start()
        XCTAssertEqual(ran.count, 6_000)
        XCTAssertTrue(zip(ran, ran.dropFirst()).allSatisfy { ($0.time, $0.number) < ($1.time, $1.number) })
    }

    func testRealSpansAreConverted() {
        let scheduler = makeScheduler(3)
        _ = scheduler.scheduleRelative("relative", dueTime: .seconds(40)) {
            self.log.append("\($0)@\(scheduler.clock)")
            return Disposables.create()
        }
        _ = scheduler.scheduleRelativeVirtual("virtual", dueTime: 2) {
            self.log.append("\($0)@\(scheduler.clock)")
            return Disposables.create()
        }
        _ = scheduler.schedule("now") {
            self.log.append("\($0)@\(scheduler.clock)")
            return Disposables.create()
        }
        scheduler.start()
        XCTAssertEqual(log, ["now@3", "virtual@5", "relative@7"])
    }

    func testThePastIsDueAtOnceAndLeavesTheClock() {
        let scheduler = makeScheduler(10)
        note("past", at: 4, on: scheduler)
        note("negative", at: -4, on: scheduler)
        note("future", at: 11, on: scheduler)
        scheduler.start()
        XCTAssertEqual(log, ["negative@10", "past@10", "future@11"])
    }

    func testWorkThatIsScheduledMeanwhileRunsToo() {
        let scheduler = makeScheduler()
        _ = scheduler.scheduleAbsoluteVirtual((), time: 3) { _ in
            self.note("same", at: 3, on: scheduler)
            self.note("later", at: 4, on: scheduler)
            return Disposables.create()
        }
        note("waiting", at: 3, on: scheduler)
        scheduler.start()
        XCTAssertEqual(log, ["waiting@3", "same@3", "later@4"])
    }

    func testAdvanceToIncludesItsEndAndSetsTheClock() {
        let scheduler = makeScheduler()
        for time in [1, 5, 6] { note("x", at: time, on: scheduler) }
        scheduler.advanceTo(5)
        XCTAssertEqual(log, ["x@1", "x@5"])
        scheduler.advanceTo(5)
        XCTAssertEqual(scheduler.clock, 5)
        scheduler.advanceTo(100)
        XCTAssertEqual(log, ["x@1", "x@5", "x@6"])
        XCTAssertEqual(scheduler.clock, 100)
    }

    func testAdvanceToAnEarlierTimeSetsTheClockBack() {
        let scheduler = makeScheduler(10)
        note("overdue", at: 4, on: scheduler)
        note("not yet", at: 6, on: scheduler)
        scheduler.advanceTo(5)
        XCTAssertEqual(log, ["overdue@10"])
        XCTAssertEqual(scheduler.clock, 5)
    }

    func testStopEndsARunAndStartGoesOn() {
        let scheduler = makeScheduler()
        note("first", at: 1, on: scheduler)
        _ = scheduler.scheduleAbsoluteVirtual((), time: 2) { _ in
            scheduler.stop()
            return Disposables.create()
        }
        note("last", at: 3, on: scheduler)
        scheduler.start()
        XCTAssertEqual(log, ["first@1"])
        XCTAssertEqual(scheduler.clock, 2)
        scheduler.start()
        XCTAssertEqual(log, ["first@1", "last@3"])
    }

    func testStartInsideARunDoesNothing() {
        let scheduler = makeScheduler()
        _ = scheduler.scheduleAbsoluteVirtual((), time: 1) { _ in
            scheduler.start()
            self.log.append("returned")
            return Disposables.create()
        }
        note("next", at: 2, on: scheduler)
        scheduler.start()
        XCTAssertEqual(log, ["returned", "next@2"])
    }

    func testSleepMovesTheClockAlone() {
        let scheduler = makeScheduler()
        note("slept over", at: 3, on: scheduler)
        scheduler.sleep(5)
        XCTAssertEqual(scheduler.clock, 5)
        XCTAssertEqual(log, [])
        scheduler.start()
        XCTAssertEqual(log, ["slept over@5"])
    }

    func testDisposingCancelsAndReleases() {
        let scheduler = makeScheduler()
        weak var released: Counter?
        let item: Disposable
        do {
            let counter = Counter()
            released = counter
            item = scheduler.scheduleAbsoluteVirtual((), time: 1) { _ in
                _ = counter
                self.log.append("ran")
                return Disposables.create()
            }
        }
        XCTAssertNotNil(released)
        item.dispose()
        XCTAssertNil(released)
        scheduler.start()
        XCTAssertEqual(log, [])
        XCTAssertEqual(scheduler.clock, 0)
    }

    func testWhatAnActionReturnedIsDisposedWithIt() {
        let scheduler = makeScheduler()
        let item = scheduler.scheduleAbsoluteVirtual((), time: 1) { _ in
            Disposables.create { self.log.append("disposed") }
        }
        scheduler.start()
        XCTAssertEqual(log, [])
        item.dispose()
        XCTAssertEqual(log, ["disposed"])
    }

    func testTheDescriptionListsWhatWaits() {
        let scheduler = makeScheduler()
        note("b", at: 4, on: scheduler)
        note("a", at: 1, on: scheduler)
        scheduler.scheduleAbsoluteVirtual((), time: 2) { _ in Disposables.create() }.dispose()
        XCTAssertEqual(scheduler.debugDescription, "1 #1\n4 #0")
    }

    func testIntervalOnVirtualTime() {
        let scheduler = makeScheduler()
        let subscription = Observable<Int>.interval(.seconds(20), scheduler: scheduler)
            .subscribe(onNext: { self.log.append("\($0)@\(scheduler.clock)") })
        scheduler.advanceTo(7)
        subscription.dispose()
        scheduler.start()
        XCTAssertEqual(log, ["0@2", "1@4", "2@6"])
        XCTAssertEqual(scheduler.debugDescription, "")
    }

    func testHistoricalSchedulerCountsInDates() {
        let start = Date(timeIntervalSince1970: 1_000)
        let scheduler = HistoricalScheduler(initialClock: start)
        _ = Observable<Int>.timer(.milliseconds(1_500), scheduler: scheduler)
            .subscribe(onNext: { self.log.append("\($0)@\(scheduler.clock.timeIntervalSince(start))") })
        scheduler.advanceTo(start + 1)
        XCTAssertEqual(log, [])
        scheduler.start()
        XCTAssertEqual(log, ["0@1.5"])
        XCTAssertEqual(HistoricalScheduler().now, Date(timeIntervalSince1970: 0))
        let converter = HistoricalSchedulerTimeConverter()
        XCTAssertEqual(converter.convertToVirtualTimeInterval(2.5), 2.5)
        XCTAssertEqual(converter.convertFromVirtualTimeInterval(2.5), 2.5)
        XCTAssertEqual(converter.compareVirtualTime(start, start), VirtualTimeComparison.equal)
    }
}
