import Millrace
import XCTest

final class DurationConversionTests: XCTestCase {
    func testWholeNanosecondsAreExact() {
        let cases: [(Duration, RxTimeInterval)] = [
            (.zero, .nanoseconds(0)),
            (.nanoseconds(1), .nanoseconds(1)),
            (.milliseconds(300), .milliseconds(300)),
            (.seconds(-2), .seconds(-2)),
            (.nanoseconds(Int64.max - 1), .nanoseconds(Int(Int64.max - 1))),
            (.nanoseconds(Int64.min), .nanoseconds(Int(Int64.min))),
        ]
        for (duration, expected) in cases {
            XCTAssertEqual(RxTimeInterval(duration), expected, "\(duration)")
        }
    }

    func testPartOfANanosecondIsRoundedAwayFromZero() {
        let attosecond = Duration(secondsComponent: 0, attosecondsComponent: 1)
        let cases: [(Duration, Int)] = [
            (attosecond, 1),
            (.zero - attosecond, -1),
            (.nanoseconds(5) + attosecond, 6),
            (.nanoseconds(-5) - attosecond, -6),
            (.nanoseconds(5) - attosecond, 5),
            (.seconds(1) - attosecond, 1_000_000_000),
        ]
        for (duration, nanoseconds) in cases {
            XCTAssertEqual(RxTimeInterval(duration), .nanoseconds(nanoseconds), "\(duration)")
        }
    }

    func testWhatDoesNotFit() {
        let attosecond = Duration(secondsComponent: 0, attosecondsComponent: 1)
        for duration in [
            Duration.seconds(Int64.max), .nanoseconds(Int64.max), .nanoseconds(Int64.max - 1) + attosecond,
        ] {
            XCTAssertEqual(RxTimeInterval(duration), .never, "\(duration)")
        }
        for duration in [Duration.seconds(Int64.min), .nanoseconds(Int64.min) - attosecond] {
            XCTAssertEqual(RxTimeInterval(duration), .nanoseconds(.min), "\(duration)")
        }
    }
}
