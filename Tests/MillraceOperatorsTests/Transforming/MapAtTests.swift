import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class MapAtTests: MarbleTestCase {
    func testThePropertyOfEachElement() {
        check(source: "--a---b--|", result: "--A---B--|", active: "^--------!") { source, _ in
            source.map { [$0.uppercased(): 1] }.mapAt(\.keys.first).unwrap()
        }
        check(source: "-a-#", result: "-1-#", active: "^--!") { source, _ in
            source.mapAt(\.count).mapAt(\.description)
        }
    }
}
