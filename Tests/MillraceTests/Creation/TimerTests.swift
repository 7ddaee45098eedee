import Foundation
import Millrace
import TestSupport
import XCTest

final class TimerTests: XCTestCase {
    private let scheduler = ManualScheduler()

    private func timed<Element>(_ source: Observable<Element>) -> (Recorder<String>, Disposable) {
        let recorder = Recorder<String>()
        let scheduler = self.scheduler
        let subscription = source.subscribe { recorder.onNext("\(scheduler.milliseconds) \($0)") }
        return (recorder, subscription)
    }

    func testWithoutAPeriodItEmitsZeroAndCompletes() {
        let (recorder, _) = timed(Observable<Int>.timer(.milliseconds(30), scheduler: scheduler))
        scheduler.advance(by: .milliseconds(29))
        XCTAssertEqual(recorder.elements, [])
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual(recorder.elements, ["30 next(0)", "30 completed"])
        XCTAssertEqual(scheduler.scheduledCount, 1)
    }

    func testWithAPeriodItCounts() {
        let (recorder, subscription) = timed(
            Observable<Int>.timer(.milliseconds(30), period: .milliseconds(20), scheduler: scheduler)
        )
        scheduler.advance(by: .milliseconds(80))
        XCTAssertEqual(recorder.elements, ["30 next(0)", "50 next(1)", "70 next(2)"])
        subscription.dispose()
        XCTAssertEqual(scheduler.waitingCount, 0)
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual(recorder.elements.count, 3)
    }

    func testAnIntervalBeginsAfterOnePeriod() {
        let (recorder, subscription) = timed(Observable<Int>.interval(.milliseconds(20), scheduler: scheduler))
        scheduler.advance(by: .milliseconds(60))
        XCTAssertEqual(recorder.elements, ["20 next(0)", "40 next(1)", "60 next(2)"])
        subscription.dispose()
    }

    func testEachSubscriptionHasATimerOfItsOwn() {
        let source = Observable<Int>.interval(.milliseconds(20), scheduler: scheduler)
        let (first, one) = timed(source)
        scheduler.advance(by: .milliseconds(30))
        let (second, two) = timed(source)
        scheduler.advance(by: .milliseconds(20))
        XCTAssertEqual(first.elements, ["20 next(0)", "40 next(1)"])
        XCTAssertEqual(second.elements, ["50 next(0)"])
        one.dispose()
        two.dispose()
    }

    func testANegativeSpanCountsAsNone() {
        let (once, _) = timed(Observable<Int>.timer(.seconds(-1), scheduler: scheduler))
        let (counting, subscription) = timed(
            Observable<Int>.timer(.seconds(-1), period: .milliseconds(10), scheduler: scheduler)
        )
        XCTAssertEqual(once.elements, [])
        scheduler.advance(by: .milliseconds(10))
        XCTAssertEqual(once.elements, ["0 next(0)", "0 completed"])
        XCTAssertEqual(counting.elements, ["0 next(0)", "10 next(1)"])
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
