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

    func testObserveOn() {
        let scheduler = ManualScheduler()
        let recorder = Recorder<Int>()
        _ = Single.just(1).observe(on: scheduler).asObservable().subscribe(recorder)
        XCTAssertEqual(recorder.marks, [])
        scheduler.runDue()
        XCTAssertEqual(recorder.marks, ["1", "|"])
    }

    func testSubscribeOn() {
        let scheduler = ManualScheduler()
        let log = Log()
        let subscription = Completable.create { _ in
            log.write("subscribed")
            return log.disposable("disposed")
        }
        .subscribe(on: scheduler).subscribe()
        XCTAssertEqual(log.lines, [])
        scheduler.runDue()
        XCTAssertEqual(log.lines, ["subscribed"])
        subscription.dispose()
        XCTAssertEqual(log.lines, ["subscribed"])
        scheduler.runDue()
        XCTAssertEqual(log.lines, ["subscribed", "disposed"])
    }

    func testDebugPrintsEachEvent() throws {
        let lines = try standardOutput { _ = Maybe.just(1).debug("id").subscribe() }
        XCTAssertEqual(
            lines.map { String($0.dropFirst("2024-01-31 12:34:56.789: ".count)) },
            ["id -> subscribed", "id -> Event next(1)", "id -> Event completed", "id -> isDisposed"]
        )
    }

    func testDebugNamesThePlaceOfTheCall() throws {
        let line = #line + 1
        let lines = try standardOutput { _ = Completable.empty().debug().subscribe() }
        XCTAssertTrue(lines[0].contains("PrimitiveSequenceTimingTests.swift:\(line) (\(#function))"), lines[0])
    }
}
