import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class PausableTests: MarbleTestCase {
    func testElementsPassWhileThePauserSaysTrue() {
        check(
            source: "-a-b-c-d-e-|",
            second: "--t---f-t",
            result: "---b-c---e-|",
            active: "^----------!",
            joined: "^----------!"
        ) { source, pauser, _ in source.pausable(pauser.map { $0 == "t" }) }
    }

    func testAnErrorOfThePauser() {
        check(
            source: "-a-b-c-d",
            second: "--t---#",
            result: "---b-c#",
            active: "^-----!"
        ) { source, pauser, _ in source.pausable(pauser.map { $0 == "t" }) }
    }

    func testThePausersLastElementCountsAfterItsEnd() {
        check(
            source: "-a-b-c-|",
            second: "--t-|",
            result: "---b-c-|"
        ) { source, pauser, _ in source.pausable(pauser.map { $0 == "t" }) }
    }

    func testElementsThatAreOptional() {
        let recorder = Recorder<Int?>()
        _ = Observable.of(1, nil).pausable(Observable.just(true)).subscribe(recorder)
        XCTAssertEqual(recorder.elements, [1, nil])
    }
}
