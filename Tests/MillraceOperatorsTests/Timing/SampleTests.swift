import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class SampleTests: MarbleTestCase {
    func testTheLatestOfEachPeriod() {
        check(
            source: "-ab------c-|",
            result: "----b-------(c|)",
            active: "^----------!"
        ) { $0.sample(period: .seconds(4), scheduler: $1) }
    }

    func testAnError() {
        check(
            source: "-ab------c#",
            result: "----b-----#"
        ) { $0.sample(period: .seconds(4), scheduler: $1) }
    }
}
