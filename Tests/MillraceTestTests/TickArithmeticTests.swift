@testable import MillraceTest
import XCTest

final class TickArithmeticTests: XCTestCase {
    private func attoseconds(_ resolution: Double) -> String {
        let (seconds, attoseconds) = TickArithmetic.duration(ofTick: resolution).components
        return "\(seconds) + \(attoseconds)"
    }

    func testATickIsTheResolutionAsItReads() {
        XCTAssertEqual(attoseconds(1), "1 + 0")
        XCTAssertEqual(attoseconds(0.1), "0 + 100000000000000000")
        XCTAssertEqual(attoseconds(0.3), "0 + 300000000000000000")
        XCTAssertEqual(attoseconds(60.1), "60 + 100000000000000000")
        XCTAssertEqual(attoseconds(0.001), "0 + 1000000000000000")
        XCTAssertEqual(attoseconds(2.5e-7), "0 + 250000000000")
        XCTAssertEqual(attoseconds(1e-9), "0 + 1000000000")
        XCTAssertEqual(attoseconds(1e-18), "0 + 1")
        XCTAssertEqual(attoseconds(86_400), "86400 + 0")
        XCTAssertEqual(attoseconds(1e18), "1000000000000000000 + 0")
    }

    func testLessThanAnAttosecondIsRoundedUp() {
        XCTAssertEqual(attoseconds(1.5e-18), "0 + 2")
        XCTAssertEqual(attoseconds(1e-30), "0 + 1")
        XCTAssertEqual(attoseconds(.leastNonzeroMagnitude), "0 + 1")
    }

    func testADeadlineBetweenTicksIsTheLaterOne() {
        func ticks(_ offset: Duration, _ tick: Duration) -> Int { TickArithmetic.ticks(reaching: offset, by: tick) }
        let attosecond = Duration(secondsComponent: 0, attosecondsComponent: 1)
        XCTAssertEqual(ticks(.zero, .seconds(1)), 0)
        XCTAssertEqual(ticks(.seconds(5), .seconds(1)), 5)
        XCTAssertEqual(ticks(.seconds(5) + attosecond, .seconds(1)), 6)
        XCTAssertEqual(ticks(.seconds(5) - attosecond, .seconds(1)), 5)
        XCTAssertEqual(ticks(.milliseconds(300), .milliseconds(100)), 3)
        XCTAssertEqual(ticks(.milliseconds(-1_500), .seconds(1)), -1)
        // Where a Double has no digits left for a tick.
        let far = Duration.milliseconds(1) * ((1 << 60) + 1)
        XCTAssertEqual(ticks(far, .milliseconds(1)), (1 << 60) + 1)
        XCTAssertEqual(ticks(far + attosecond, .milliseconds(1)), (1 << 60) + 2)
        XCTAssertEqual(ticks(.seconds(Int64.max), .milliseconds(1)), .max)
        XCTAssertEqual(ticks(.seconds(Int64.min), .milliseconds(1)), .min)
    }
}
