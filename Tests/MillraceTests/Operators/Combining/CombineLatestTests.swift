import Millrace
import TestSupport
import XCTest

final class CombineLatestTests: JoinTestCase {
    func testItWaitsForAllThenEmitsEachTime() {
        for (name, join) in latest {
            run(join) { sources, recorder in
                sources[0].send(1, 2)
                sources[1].send(3)
                XCTAssertEqual(recorder.marks, [], name)
                sources[2].send(4)
                sources[0].send(5)
                XCTAssertEqual(recorder.elements, [[2, 3, 4], [5, 3, 4]], name)
                sources[0].send(.completed)
                XCTAssertEqual(sources.map(\.disposals), [1, 0, 0], name)
                sources[1].send(6)
                sources[1].send(.completed)
                sources[2].send(.completed)
                XCTAssertEqual(recorder.marks, ["[2, 3, 4]", "[5, 3, 4]", "[5, 6, 4]", "|"], name)
            }
        }
    }

    func testItCompletesWhenAnElementFindsTheOthersEndedAndOneOfThemEmpty() {
        for (name, join) in latest {
            run(join) { sources, recorder in
                sources[0].send(1)
                sources[0].send(.completed)
                sources[1].send(.completed)
                XCTAssertEqual(recorder.marks, [], name)
                sources[2].send(2)
                XCTAssertEqual(recorder.marks, ["|"], name)
            }
        }
    }
}
