import Millrace
import MillraceTest
import TestSupport
import XCTest

/// What the subscribers of drivers and signals share.
final class SharedSequenceSharingTests: SharedSequenceTestCase {
    func testADriverGivesTheLatestElementToANewSubscriber() {
        virtually { scheduler in
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3), .completed(240)])
            let driver = source.asDriver(onErrorJustReturn: 0)
            let first = scheduler.observe(driver)
            let second = scheduler.observe(driver, from: 225)
            scheduler.start()
            XCTAssertEqual(first.events, [.next(211, 1), .next(221, 2), .next(231, 3), .completed(241)])
            XCTAssertEqual(second.events, [.next(225, 2), .next(231, 3), .completed(241)])
            XCTAssertEqual(source.subscriptions, [Subscription(200, 240)])
        }
    }

    func testASignalGivesNothingOfThePastToANewSubscriber() {
        virtually { scheduler in
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3), .completed(240)])
            let signal = source.asSignal(onErrorJustReturn: 0)
            let first = scheduler.observe(signal)
            let second = scheduler.observe(signal, from: 225)
            scheduler.start()
            XCTAssertEqual(first.events, [.next(211, 1), .next(221, 2), .next(231, 3), .completed(241)])
            XCTAssertEqual(second.events, [.next(231, 3), .completed(241)])
            XCTAssertEqual(source.subscriptions, [Subscription(200, 240)])
        }
    }

    func testAfterTheLastSubscriberTheNextOneStartsAfresh() {
        func check<Strategy: SharingStrategyProtocol>(_: Strategy.Type, line: UInt = #line) {
            virtually { scheduler in
                let source = scheduler.createHotObservable([.next(210, 1), .next(235, 2), .next(260, 3)])
                let shared: SharedSequence<Strategy, Int> = source.asSharedSequence(onErrorJustReturn: 0)
                _ = scheduler.observe(shared, from: 200, to: 230)
                _ = scheduler.observe(shared, from: 220, to: 240)
                let next = scheduler.observe(shared, from: 250, to: 300)
                scheduler.start()
                XCTAssertEqual(next.events, [.next(261, 3)], line: line)
                XCTAssertEqual(source.subscriptions, [Subscription(200, 240), Subscription(250, 300)], line: line)
            }
        }
        check(DriverSharingStrategy.self)
        check(SignalSharingStrategy.self)
    }

    func testAClosureOfAnOperatorRunsOncePerElement() {
        func check<Strategy: SharingStrategyProtocol>(_: Strategy.Type, line: UInt = #line) {
            virtually { scheduler in
                let calls = Counter()
                let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
                let shared: SharedSequence<Strategy, Int> = source.asSharedSequence(onErrorJustReturn: 0)
                let mapped = shared.map { number -> Int in
                    calls.add()
                    return number * 10
                }
                let observers = [scheduler.observe(mapped), scheduler.observe(mapped)]
                scheduler.start()
                for observer in observers {
                    XCTAssertEqual(observer.events, [.next(211, 10), .next(221, 20), .completed(231)], line: line)
                }
                XCTAssertEqual(calls.value, 2, line: line)
            }
        }
        check(DriverSharingStrategy.self)
        check(SignalSharingStrategy.self)
    }

    func testASequenceOfNoCostIsNotShared() {
        virtually { scheduler in
            let driver = Driver.of(1, 2)
            let first = scheduler.observe(driver)
            let second = scheduler.observe(driver, from: 300)
            scheduler.start()
            XCTAssertEqual(first.events, [.next(201, 1), .next(202, 2), .completed(203)])
            XCTAssertEqual(second.events, [.next(301, 1), .next(302, 2), .completed(303)])
        }
    }

    func testASequenceAsItself() {
        virtually { scheduler in
            let driver = scheduler.driver(.next(210, 1), .completed(220))
            let signal = scheduler.signal(.next(210, 2), .completed(220))
            let drivers = [driver.asSharedSequence(), driver.asDriver(), driver.asDriver(onErrorJustReturn: 0)]
            let signals = [signal.asSharedSequence(), signal.asSignal()]
            let observers =
                drivers.map { scheduler.observe($0) } + signals.map { scheduler.observe($0) }
                + [scheduler.observe(driver.asObservable()), scheduler.observe(driver.asInfallible())]
            scheduler.start()
            XCTAssertEqual(
                observers.map(\.events),
                [
                    [.next(211, 1), .completed(221)], [.next(211, 1), .completed(221)],
                    // Another hop to the scheduler.
                    [.next(212, 1), .completed(222)],
                    [.next(211, 2), .completed(221)], [.next(211, 2), .completed(221)],
                    [.next(211, 1), .completed(221)], [.next(211, 1), .completed(221)],
                ]
            )
        }
    }
}
