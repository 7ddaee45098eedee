import Millrace
import MillraceExplore
import XCTest

/// What an exploration notices in XCTest.
final class XCTestTests: XCTestCase {
    /// A test inside the test: its failures do not count.
    private final class Inner: XCTestCase {
        nonisolated(unsafe) static var body: () -> Void = {}

        func testInner() { Inner.body() }
    }

    func testAnAssertionThatFailsIsAFailure() throws {
        nonisolated(unsafe) var thrown: (any Error)?
        Inner.body = {
            do {
                try explore(preemptions: 1, random: 100) { run in
                    var value = 0
                    func add() {
                        let former = value
                        Explore.point()
                        value = former + 1
                    }
                    run.thread("a", add)
                    run.thread("b", add)
                    run.check { XCTAssertEqual(value, 2) }
                }
            } catch { thrown = error }
        }
        Inner(name: "testInner", testClosure: { ($0 as? Inner)?.testInner() }).run()
        guard Explore.isExplored else { return }
        let failure = try XCTUnwrap(thrown as? ExploreFailure)
        XCTAssertTrue(failure.description.contains("XCTAssertEqual failed"), failure.description)
    }
}
