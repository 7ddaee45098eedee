import Millrace
import MillraceTest
import TestSupport
import XCTest

final class PrimitiveSequenceTimingTests: MarbleTestCase {
    func testDelaySendsLaterButFailsAtOnce() {
        check(
            source: "--(a|)",
            result: "-----a|"
        ) { $0.asMaybe().delay(.seconds(3), scheduler: $1).asObservable() }
        check(
            source: "--#",
            result: "--#"
        ) { $0.asSingle().delay(.seconds(3), scheduler: $1).asObservable() }
    }

    func testDelaySubscription() {
        check(
            source: "(a|)",
            result: "--(a|)",
            active: "--(^!)",
            isCold: true
        ) { $0.asSingle().delaySubscription(.seconds(2), scheduler: $1).asObservable() }
    }

    func testTimeout() {
        check(
            source: "--(a|)",
            result: "--(a|)"
        ) { $0.asSingle().timeout(.seconds(3), scheduler: $1).asObservable() }
        check(
            source: "-----(a|)",
            result: "---#",
            active: "^--!",
            error: RxError.timeout
        ) { $0.asSingle().timeout(.seconds(3), scheduler: $1).asObservable() }
    }

    func testTimeoutWithAnother() {
        check(
            source: "-----(a|)",
            result: "---(b|)",
            active: "^--!"
        ) { $0.asMaybe().timeout(.seconds(3), other: .just("b"), scheduler: $1).asObservable() }
        check(
            source: "-----(a|)",
            result: "---|",
            active: "^--!"
        ) { $0.asMaybe().timeout(.seconds(3), other: .empty(), scheduler: $1).asObservable() }
    }

    func testACompletableTimesOutToo() {
        let scheduler = TestScheduler(initialClock: 0)
        let recorder = Recorder<Never>()
        _ = Completable.never().timeout(.seconds(3), scheduler: scheduler).asObservable().subscribe(recorder)
        scheduler.start()
        XCTAssertEqual(recorder.marks, ["x(\(RxError.timeout))"])
    }
}
