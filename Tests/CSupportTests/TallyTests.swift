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
        let tallies = UnsafeMutablePointer<mr_tally>.allocate(capacity: 4)
        tallies.initialize(repeating: mr_tally(), count: 4)
        nonisolated(unsafe) let (counted, raised, lowered) = (tallies, tallies + 1, tallies + 2)
        let rounds = 400_000
        let threads = 2
        nonisolated(unsafe) let arrived = tallies + 3
        race(threads) { thread in
            _ = mr_tally_add(arrived, 1)
            while mr_tally_value(arrived) < threads { sched_yield() }
            for _ in 0..<rounds {
                // Different ones, so that the smaller must not be written over the larger.
                let mine = mr_tally_value(raised) + 1 + Int64(thread)
                mr_tally_raise(raised, mine)
                _ = mr_tally_add(counted, 1)
                if mr_tally_value(raised) < mine { _ = mr_tally_add(lowered, 1) }
            }
        }
        XCTAssertEqual(mr_tally_value(counted), Int64(threads * rounds))
        XCTAssertEqual(mr_tally_value(lowered), 0)
        tallies.deallocate()
    }
}
