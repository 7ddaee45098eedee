import Millrace
import MillraceTest
import TestSupport
import XCTest

final class InfallibleTypeTimingTests: MarbleTestCase {
    private func infallible(_ source: Observable<String>) -> Infallible<String> {
        source.asInfallible(onErrorJustReturn: "!")
    }

    func testTakeFor() {
        check(
            source: "-a-b-c-d",
            result: "-a-b|",
            active: "^---!"
        ) { self.infallible($0).take(for: .seconds(4), scheduler: $1).asObservable() }
    }

    func testDebounceAndThrottle() {
        check(
            source: "-a-bc----d",
            during: "^----------!",
            result: "------c"
        ) { self.infallible($0).debounce(.seconds(2), scheduler: $1).asObservable() }
        check(
            source: "-abc----d",
            during: "^--------!",
            result: "-a-c----d"
        ) { self.infallible($0).throttle(.seconds(2), scheduler: $1).asObservable() }
        check(
            source: "-abcd---e",
            during: "^--------!",
            result: "-a-c----e"
        ) { self.infallible($0).throttle(.seconds(2), latest: false, scheduler: $1).asObservable() }
    }
}
