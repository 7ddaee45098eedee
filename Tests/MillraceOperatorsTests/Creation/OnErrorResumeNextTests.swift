import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class OnErrorResumeNextTests: MarbleTestCase {
    func testItGoesOnAfterEitherEnd() {
        for end in ["|", "#"] {
            check(
                source: "--a--\(end)",
                second: "     -x--|",
                result: "--a---x--|",
                active: "^----!",
                joined: "-----^---!"
            ) { source, second, _ in source.onErrorResumeNext(second) }
        }
    }

    func testTheLastErrorIsDropped() {
        check(source: "--a--#", second: "     -x--#", result: "--a---x--|") { source, second, _ in
            source.onErrorResumeNext(second)
        }
        check(source: "--a--#", result: "--a--|") { source, _ in source.onErrorResumeNext() }
    }

    func testDisposal() {
        check(
            source: "--a--#",
            second: "     -x--|",
            during: "^------!",
            result: "--a---x",
            joined: "-----^-!"
        ) { source, second, _ in source.onErrorResumeNext(second, second) }
    }
}
