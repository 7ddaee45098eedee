import Millrace
import MillraceTest
import TestSupport
import XCTest

final class SharedSequenceSchedulerTests: XCTestCase {
    func testItIsTheMainScheduler() {
        XCTAssertTrue(SharingScheduler.make() is MainScheduler)
        XCTAssertTrue(DriverSharingStrategy.scheduler is MainScheduler)
        XCTAssertTrue(SignalSharingStrategy.scheduler is MainScheduler)
    }

    func testASchedulerTakesItsPlaceDuringAnAction() {
        let scheduler = TestScheduler(initialClock: 0)
        var ran = false
        SharingScheduler.mock(scheduler: scheduler) {
            XCTAssertTrue(SharingScheduler.make() as AnyObject === scheduler)
            XCTAssertTrue(DriverSharingStrategy.scheduler as AnyObject === scheduler)
            XCTAssertTrue(SignalSharingStrategy.scheduler as AnyObject === scheduler)
            ran = true
        }
        XCTAssertTrue(ran)
        XCTAssertTrue(SharingScheduler.make() is MainScheduler)
    }

    func testAFactoryIsAskedWheneverASchedulerIsNeeded() {
        let calls = Counter()
        SharingScheduler.mock(makeScheduler: {
            calls.add()
            return TestScheduler(initialClock: 0)
        }) {
            _ = Driver<Int>.never().delay(.seconds(1)).debounce(.seconds(1))
            XCTAssertEqual(calls.value, 2)
        }
        XCTAssertTrue(SharingScheduler.make() is MainScheduler)
        XCTAssertEqual(calls.value, 2)
    }

    func testAnActionThatThrowsPutsItBackToo() {
        let scheduler = TestScheduler(initialClock: 0)
        XCTAssertThrowsError(try SharingScheduler.mock(scheduler: scheduler) { throw TestError("thrown") }) {
            XCTAssertEqual($0 as? TestError, TestError("thrown"))
        }
        XCTAssertTrue(SharingScheduler.make() is MainScheduler)
    }

    func testAnActionInsideAnother() {
        let outer = TestScheduler(initialClock: 0)
        let inner = TestScheduler(initialClock: 0)
        SharingScheduler.mock(scheduler: outer) {
            SharingScheduler.mock(scheduler: inner) {
                XCTAssertTrue(SharingScheduler.make() as AnyObject === inner)
            }
            XCTAssertTrue(SharingScheduler.make() as AnyObject === outer)
        }
        XCTAssertTrue(SharingScheduler.make() is MainScheduler)
    }
}
