import Foundation
import Millrace
import MillraceTest
import TestSupport
import XCTest

final class StandstillTests: XCTestCase {
    func testAPeriodOfZeroThatEndsComesAtOneTime() {
        let scheduler = HistoricalScheduler()
        let recorder = Recorder<Int>()
        _ = Observable<Int>.interval(.seconds(0), scheduler: scheduler).take(3).subscribe(recorder)
        _ = Observable<Int>.timer(.seconds(1), period: .seconds(-1), scheduler: scheduler).take(2).subscribe(recorder)
        scheduler.advanceTo(Date(timeIntervalSince1970: 5))
        XCTAssertEqual(recorder.marks, ["0", "1", "2", "|", "0", "1", "|"])
    }

    func testManyElementsAtTimesThatDiffer() {
        let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
        var count = 0
        _ = Observable<Int>.interval(.seconds(1), scheduler: scheduler).subscribe(onNext: { _ in count += 1 })
        scheduler.advanceTo(200_000)
        XCTAssertEqual(count, 200_000)
    }

    func testAPeriodOfZeroWithASimulatedDelay() {
        let scheduler = TestScheduler(initialClock: 0)
        let recorder = Recorder<Int>()
        let subscription = Observable<Int>.interval(.seconds(0), scheduler: scheduler).subscribe(recorder)
        scheduler.advanceTo(3)
        XCTAssertEqual(recorder.elements, [0, 1, 2])
        subscription.dispose()
    }

    func testTheCountBeginsAgainWhenTheClockHasMoved() {
        let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
        var count = 0
        _ = Observable<Int>.interval(.seconds(0), scheduler: scheduler).take(150_000).subscribe(onNext: { _ in
            count += 1
            if count % 75_000 == 0 { scheduler.sleep(1) }
        })
        scheduler.start()
        XCTAssertEqual(count, 150_000)
    }
}
