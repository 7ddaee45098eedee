import CMillrace
import Foundation
import XCTest

final class RelaxedCounterTests: XCTestCase {
    func testItHandsOutTheValueFromBefore() {
        var counter = mr_relaxed_counter()
        XCTAssertEqual(mr_relaxed_counter_add(&counter, 5), 0)
        XCTAssertEqual(mr_relaxed_counter_add(&counter, -7), 5)
        XCTAssertEqual(mr_relaxed_counter_value(&counter), -2)
        mr_relaxed_counter_set(&counter, 40)
        XCTAssertEqual(mr_relaxed_counter_value(&counter), 40)
    }

    func testItIsRaisedNeverLowered() {
        var counter = mr_relaxed_counter()
        mr_relaxed_counter_raise(&counter, 3)
        XCTAssertEqual(mr_relaxed_counter_value(&counter), 3)
        mr_relaxed_counter_raise(&counter, 2)
        XCTAssertEqual(mr_relaxed_counter_value(&counter), 3)
        mr_relaxed_counter_raise(&counter, 4)
        XCTAssertEqual(mr_relaxed_counter_value(&counter), 4)
    }

    func testThreadsLoseNoChange() {
        let tallies = UnsafeMutablePointer<mr_relaxed_counter>.allocate(capacity: 4)
        tallies.initialize(repeating: mr_relaxed_counter(), count: 4)
        nonisolated(unsafe) let (counted, raised, lowered) = (tallies, tallies + 1, tallies + 2)
        let rounds = 400_000
        let threads = 2
        nonisolated(unsafe) let arrived = tallies + 3
        race(threads) { thread in
            _ = mr_relaxed_counter_add(arrived, 1)
            while mr_relaxed_counter_value(arrived) < threads { sched_yield() }
            for _ in 0..<rounds {
                // Different ones, so that the smaller must not be written over the larger.
                let mine = mr_relaxed_counter_value(raised) + 1 + Int64(thread)
                mr_relaxed_counter_raise(raised, mine)
                _ = mr_relaxed_counter_add(counted, 1)
                if mr_relaxed_counter_value(raised) < mine { _ = mr_relaxed_counter_add(lowered, 1) }
            }
        }
        XCTAssertEqual(mr_relaxed_counter_value(counted), Int64(threads * rounds))
        XCTAssertEqual(mr_relaxed_counter_value(lowered), 0)
        tallies.deallocate()
    }
}
