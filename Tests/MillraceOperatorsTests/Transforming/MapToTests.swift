import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class MapToTests: MarbleTestCase {
    func testEachElementIsReplaced() {
        check(source: "--a---b---c--|", result: "--x---x---x--|", active: "^------------!") { source, _ in
            source.mapTo("x")
        }
        check(source: "-a-#", result: "-x-#", active: "^--!") { source, _ in source.mapTo("x") }
    }

    func testTheTraits() {
        check(source: "--a---|", result: "------(x|)", active: "^-----!") { source, _ in
            source.asSingle().mapTo("x").asObservable()
        }
        check(source: "--a---|", result: "------(x|)", active: "^-----!") { source, _ in
            source.asMaybe().mapTo("x").asObservable()
        }
        check(source: "------|", result: "------|", active: "^-----!") { source, _ in
            source.asMaybe().mapTo("x").asObservable()
        }
        let scheduler = TestScheduler(initialClock: 0)
        let recorder = Recorder<String>()
        SharingScheduler.mock(scheduler: scheduler) {
            _ = Signal.of(1, 2).mapTo("x").asObservable().subscribe(recorder)
            scheduler.start()
        }
        XCTAssertEqual(recorder.marks, ["x", "x", "|"])
    }
}
