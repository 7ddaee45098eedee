import CMillrace
import Foundation
import XCTest

final class TallyTests: XCTestCase {
    func testItHandsOutTheValueFromBefore() {
        var tally = mr_tally()
        XCTAssertEqual(mr_tally_add(&tally, 5), 0)
        XCTAssertEqual(mr_tally_add(&tally, -7), 5)
        XCTAssertEqual(mr_tally_value(&tally), -2)
        mr_tally_set(&tally, 40)
        XCTAssertEqual(mr_tally_value(&tally), 40)
    }

    func testItIsRaisedNeverLowered() {
        var tally = mr_tally()
        mr_tally_raise(&tally, 3)
        XCTAssertEqual(mr_tally_value(&tally), 3)
        mr_tally_raise(&tally, 2)
        XCTAssertEqual(mr_tally_value(&tally), 3)
        mr_tally_raise(&tally, 4)
        XCTAssertEqual(mr_tally_value(&tally), 4)
    }

    func testThreadsLoseNoChange() {
        let counted = UnsafeMutablePointer<mr_tally>.allocate(capacity: 1)
        let raised = UnsafeMutablePointer<mr_tally>.allocate(capacity: 1)
        counted.initialize(to: mr_tally())
        raised.initialize(to: mr_tally())
        let rounds = 20_000
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for round in 0..<rounds {
                _ = mr_tally_add(counted, 1)
                mr_tally_raise(raised, Int64(round * 4 + thread))
            }
        }
        XCTAssertEqual(mr_tally_value(counted), Int64(4 * rounds))
        XCTAssertEqual(mr_tally_value(raised), Int64(4 * rounds - 1))
        counted.deallocate()
        raised.deallocate()
    }
}
