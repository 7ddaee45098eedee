import Foundation
import Millrace
import MillraceTest
import TestSupport
import XCTest

final class TimerTests: XCTestCase {
    private let scheduler = ManualScheduler()

    private let digits: [Character: Int] = ["0": 0, "1": 1, "2": 2, "3": 3]

    /// Fails unless what `make` makes with a scheduler emits what the second diagram says; returns the tick in which the
    /// last work ran.
    @discardableResult
    private func check(
        during: String = "^",
        result: String,
        line: UInt = #line,
        _ make: (TestScheduler) -> Observable<Int>
    ) -> TestTime {
        let scheduler = TestScheduler(initialClock: 0)
        scheduler.expect(make(scheduler), during: during, emits: result, digits, line: line)
        return scheduler.clock
    }

    func testWithoutAPeriodItEmitsZeroAndCompletes() {
        check(result: "---(0|)") { .timer(.seconds(3), scheduler: $0) }
    }

    func testWithoutAPeriodItSchedulesOnce() {
        let recorder = Recorder<Int>()
        _ = Observable<Int>.timer(.milliseconds(30), scheduler: scheduler).subscribe(recorder)
        scheduler.advance(by: .milliseconds(29))
        XCTAssertEqual(recorder.marks, [])
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual(recorder.marks, ["0", "|"])
        XCTAssertEqual(scheduler.scheduledCount, 1)
    }

    func testWithAPeriodItCounts() {
        let end = check(
            during: "^-------!",
            result: "---0-1-2"
        ) { .timer(.seconds(3), period: .seconds(2), scheduler: $0) }
        XCTAssertEqual(end, 8)
    }

    func testWithAPeriodItCountsOnASchedulerThatCanOnlyWait() {
        let recorder = Recorder<Int>()
        let subscription = Observable<Int>.timer(.milliseconds(30), period: .milliseconds(20), scheduler: scheduler)
            .subscribe(recorder)
        scheduler.advance(by: .milliseconds(80))
        XCTAssertEqual(recorder.elements, [0, 1, 2])
        subscription.dispose()
        XCTAssertEqual(scheduler.waitingCount, 0)
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual(recorder.elements.count, 3)
    }

    func testAnIntervalBeginsAfterOnePeriod() {
        let end = check(
            during: "^-------!",
            result: "--0-1-2-"
        ) { .interval(.seconds(2), scheduler: $0) }
        XCTAssertEqual(end, 8)
    }

    func testEachSubscriptionHasATimerOfItsOwn() {
        let scheduler = TestScheduler(initialClock: 0)
        let source = Observable<Int>.interval(.seconds(2), scheduler: scheduler)
        let late = source.map { $0 + 2 }.delaySubscription(.seconds(3), scheduler: scheduler)
        scheduler.expect(
            Observable.merge(source, late),
            during: "^-----!",
            emits: "--0-12",
            digits
        )
    }

    func testANegativeSpanCountsAsNone() {
        check(result: "-(0|)") { .timer(.seconds(-1), scheduler: $0) }
        check(
            during: "^----!",
            result: "-0-1-"
        ) { .timer(.seconds(-1), period: .seconds(2), scheduler: $0) }
        let recorder = Recorder<Int>()
        let subscription = Observable<Int>.timer(.seconds(-1), period: .milliseconds(10), scheduler: scheduler)
            .subscribe(recorder)
        XCTAssertEqual(recorder.elements, [])
        scheduler.advance(by: .milliseconds(10))
        XCTAssertEqual(recorder.elements, [0, 1])
        subscription.dispose()
    }

    func testASmallCounterWraps() {
        var elements: [Int8] = []
        let subscription = Observable<Int8>.interval(.milliseconds(1), scheduler: scheduler)
            .subscribe(onNext: { elements.append($0) })
        scheduler.advance(by: .milliseconds(258))
        XCTAssertEqual(elements[126...129], [126, 127, -128, -127])
        XCTAssertEqual(elements.suffix(2), [0, 1])
        subscription.dispose()
    }

    func testDisposalInsideAnElementStopsTheTimer() {
        for period: RxTimeInterval? in [nil, .milliseconds(10)] {
            let recorder = Recorder<Int>()
            let box = SerialBox()
            box.disposable = Observable<Int>.timer(.milliseconds(10), period: period, scheduler: scheduler)
                .subscribe { event in
                    recorder.on(event)
                    box.disposable?.dispose()
                }
            scheduler.advance(by: .seconds(1))
            XCTAssertEqual(recorder.marks, ["0"])
            XCTAssertEqual(scheduler.waitingCount, 0)
        }
    }

    func testDisposalReleasesWhatTheSubscriptionCaptured() {
        var subscription: Disposable?
        for period: RxTimeInterval? in [nil, .milliseconds(10)] {
            XCTAssertFalse(
                isHeld { probe in
                    subscription = Observable<Int>.timer(.milliseconds(10), period: period, scheduler: scheduler)
                        .subscribe(onNext: { _ in probe.touch() })
                    subscription?.dispose()
                }
            )
        }
        XCTAssertFalse(
            isHeld { probe in
                subscription = Observable<Int>.timer(.milliseconds(10), scheduler: scheduler)
                    .subscribe(onNext: { _ in probe.touch() })
                scheduler.advance(by: .milliseconds(10))
            }
        )
        subscription?.dispose()
    }

    func testATimerMayBeStartedInsideAnElement() {
        var log: [String] = []
        let scheduler = self.scheduler
        _ = Observable<Int>.timer(.milliseconds(10), scheduler: scheduler).subscribe(onNext: { _ in
            log.append("outer \(scheduler.milliseconds)")
            _ = Observable<Int>.timer(.milliseconds(10), scheduler: scheduler).subscribe(onNext: { _ in
                log.append("inner \(scheduler.milliseconds)")
            })
        })
        scheduler.advance(by: .milliseconds(100))
        XCTAssertEqual(log, ["outer 10", "inner 20"])
    }

    func testManyElementsNeedNoStack() {
        onSmallStack {
            let scheduler = ManualScheduler()
            var count = 0
            let subscription = Observable<Int>.interval(.microseconds(1), scheduler: scheduler)
                .subscribe(onNext: { _ in count += 1 })
            scheduler.advance(by: .milliseconds(100))
            XCTAssertEqual(count, 100_000)
            subscription.dispose()
        }
    }

    func testItEmitsOnDispatchQueues() {
        let schedulers: [SchedulerType] = [
            SerialDispatchQueueScheduler(qos: .default), ConcurrentDispatchQueueScheduler(qos: .default),
            MainScheduler.instance,
        ]
        for scheduler in schedulers {
            let once = expectation(description: "\(scheduler): timer")
            let recorder = Recorder<Int>()
            _ = Observable<Int>.timer(.milliseconds(1), scheduler: scheduler).subscribe { event in
                recorder.on(event)
                if event.isStopEvent { once.fulfill() }
            }
            let counted = expectation(description: "\(scheduler): interval")
            let counting = Recorder<Int>()
            let subscription = Observable<Int>.interval(.milliseconds(1), scheduler: scheduler).subscribe { event in
                counting.on(event)
                if event.element == 4 { counted.fulfill() }
            }
            wait(for: [once, counted], timeout: 60)
            subscription.dispose()
            XCTAssertEqual(recorder.marks, ["0", "|"])
            XCTAssertEqual(counting.elements.prefix(5), [0, 1, 2, 3, 4])
        }
    }
}
