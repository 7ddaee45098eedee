import TestSupport
import XCTest

@testable import Millrace

final class GateBatchTests: XCTestCase {
    func testAThreadDeliversSixteenEventsOfOthersAtATime() {
        let words = UnsafeMutablePointer<Gate.Storage>.allocate(capacity: 1)
        words.initialize(to: Gate.Storage())
        defer { words.deallocate() }
        let gate = Gate(at: words)
        gate.beginInside()
        let other = TestThread { for number in 0..<40 { _ = gate.push(Gate.ValueNode.make(number)) } }
        XCTAssertTrue(other.join(timeout: 10))
        var delivered: [Int] = []
        for (isAll, count) in [(false, 16), (false, 32), (true, 40)] {
            let hasDelivered = gate.deliverBatch(drop: Gate.ValueNode<Int>.drop) {
                delivered.append(Gate.ValueNode<Int>.take($0))
            }
            XCTAssertEqual(hasDelivered, isAll)
            XCTAssertEqual(delivered, Array(0..<count))
        }
        XCTAssertFalse(gate.leave())
    }
}
