import Dispatch
import Foundation
import Millrace
import XCTest

final class DispatchQueueConfigurationSpanTests: XCTestCase {
    func testSpansAreCountedInNanosecondsAndSaturate() {
        XCTAssertEqual(DispatchTimeInterval.seconds(2).saturatedNanoseconds, 2_000_000_000)
        XCTAssertEqual(DispatchTimeInterval.milliseconds(-3).saturatedNanoseconds, -3_000_000)
        XCTAssertEqual(DispatchTimeInterval.microseconds(4).saturatedNanoseconds, 4_000)
        XCTAssertEqual(DispatchTimeInterval.nanoseconds(5).saturatedNanoseconds, 5)
        XCTAssertEqual(DispatchTimeInterval.never.saturatedNanoseconds, Int64.max)
        XCTAssertEqual(DispatchTimeInterval.seconds(Int.max).saturatedNanoseconds, Int64.max)
        XCTAssertEqual(DispatchTimeInterval.milliseconds(Int.min).saturatedNanoseconds, Int64.min)
    }

    func testSecondsAreInfiniteForNever() {
        XCTAssertEqual(DispatchTimeInterval.milliseconds(1500).inSeconds, 1.5)
        XCTAssertEqual(DispatchTimeInterval.never.inSeconds, .infinity)
    }

    func testMappingKeepsNever() {
        XCTAssertEqual(DispatchTimeInterval.milliseconds(2).mapNanoseconds { $0 / 2 }, .nanoseconds(1_000_000))
        XCTAssertEqual(DispatchTimeInterval.never.mapNanoseconds { $0 / 2 }, .never)
        XCTAssertEqual(DispatchTimeInterval.seconds(1).mapNanoseconds { _ in .max }, .never)
    }

    func testNegativeSpansCountAsNone() {
        XCTAssertEqual(DispatchTimeInterval.seconds(-1).orZero, .nanoseconds(0))
        XCTAssertEqual(DispatchTimeInterval.seconds(1).orZero, .seconds(1))
        XCTAssertEqual(DispatchTimeInterval.never.orZero, .never)
    }

    func testWhatRemainsIsNeverNegative() {
        let start = Date(timeIntervalSince1970: 0)
        let second: DispatchTimeInterval = .seconds(1)
        XCTAssertEqual(second.remaining(from: start, to: start + 0.25), .nanoseconds(750_000_000))
        XCTAssertEqual(second.remaining(from: start, to: start + 2), .nanoseconds(0))
        XCTAssertEqual(second.remaining(from: start, to: start - 1), .nanoseconds(2_000_000_000))
        XCTAssertEqual(second.remaining(from: .distantPast, to: .distantFuture), .nanoseconds(0))
        XCTAssertEqual(second.remaining(from: .distantFuture, to: .distantPast), .nanoseconds(Int.max - 1))
        XCTAssertEqual(DispatchTimeInterval.never.remaining(from: start, to: start + 2), .never)
    }

    func testDatesAreOffsetAndNeverIsTheDistantFuture() {
        let start = Date(timeIntervalSince1970: 10)
        XCTAssertEqual(start.adding(.milliseconds(500)), Date(timeIntervalSince1970: 10.5))
        XCTAssertEqual(start.adding(.never), .distantFuture)
    }
}
