import Millrace
import TestSupport
import XCTest

final class PrimitiveSequenceUtilityTests: XCTestCase {
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
        XCTAssertTrue(lines[0].contains("PrimitiveSequenceUtilityTests.swift:\(line) (\(#function))"), lines[0])
    }
}
