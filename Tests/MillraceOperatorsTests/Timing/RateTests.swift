import Millrace
import MillraceOperators
import XCTest

final class RateTests: XCTestCase {
    func testARateSaysWhatItIsMadeOf() {
        let rate = Rate(200, per: .seconds(1), burst: 20)
        XCTAssertEqual(rate.count, 200)
        XCTAssertEqual(rate.interval, .seconds(1))
        XCTAssertEqual(rate.burst, 20)
        XCTAssertEqual(Rate(3, per: .seconds(60)).burst, 1)
        XCTAssertNotEqual(Rate(2, per: .seconds(1)), Rate(4, per: .seconds(2)))
    }

    func testADurationOfSwift() {
        let second: Duration = .seconds(1)
        XCTAssertEqual(
            Rate(200, per: second, burst: 20),
            Rate(200, per: RxTimeInterval.nanoseconds(1_000_000_000), burst: 20)
        )
    }

    func testLargeBuckets() {
        // What there is room for; Swift6Tests have what stops the program.
        XCTAssertEqual(Rate(1_000_000, per: .seconds(1), burst: 9_000_000_000).burst, 9_000_000_000)
        XCTAssertEqual(Rate(1, per: .nanoseconds(1), burst: 1 << 60).burst, 1 << 60)
        XCTAssertEqual(Rate(999_999_937, per: .seconds(1), burst: 9_000_000_000).burst, 9_000_000_000)
    }
}
