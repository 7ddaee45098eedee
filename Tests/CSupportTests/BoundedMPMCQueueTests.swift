import Foundation
import CMillrace
import XCTest

final class BoundedMPMCQueueTests: XCTestCase {
    private let ring = UnsafeMutablePointer<mr_mpmc>.allocate(capacity: 1)

    override func tearDown() {
        while pop(ring) != nil {}
        mr_mpmc_destroy(ring)
        ring.deallocate()
    }

    private func makeRing(capacity: UInt64) {
        mr_mpmc_init(ring, capacity, 16, 8)
    }

    func testItHoldsAsManyValuesAsItsCapacity() {
        makeRing(capacity: 3)
        for lap in 0..<10 {
            XCTAssertTrue(mr_mpmc_is_empty(ring))
            XCTAssertNil(pop(ring))
            for index in 0..<3 { XCTAssertTrue(push(ring, lap * 3 + index)) }
            XCTAssertFalse(push(ring, 0))
            XCTAssertFalse(mr_mpmc_is_empty(ring))
            for index in 0..<3 { XCTAssertEqual(pop(ring), lap * 3 + index) }
        }
    }

    func testACapacityOfOne() {
        makeRing(capacity: 1)
        for value in 0..<10 {
            XCTAssertTrue(push(ring, value))
            XCTAssertFalse(push(ring, value))
            XCTAssertEqual(pop(ring), value)
            XCTAssertNil(pop(ring))
        }
    }

    func testAValueThatIsNotPublishedIsNotThere() {
        makeRing(capacity: 2)
        let slot = mr_mpmc_claim_push(ring)!
        XCTAssertTrue(push(ring, 2))
        XCTAssertNil(pop(ring))
        XCTAssertTrue(mr_mpmc_is_empty(ring))
        content(slot).pointee = 1
        mr_mpmc_publish(slot)
        XCTAssertEqual([pop(ring), pop(ring)], [1, 2])
    }

    func testALargeRingTakesNoMemoryBeforeItIsUsed() {
        // A sanitizer takes memory of its own for all of it.
        makeRing(capacity: ProcessInfo.processInfo.environment["MILLRACE_SANITIZER"] == nil ? 1 << 28 : 1 << 24)
        XCTAssertTrue(push(ring, 1))
        XCTAssertEqual(pop(ring), 1)
    }

    func testProducersThatMakeRoomForThemselvesAndAConsumer() {
        makeRing(capacity: 3)
        let ring = ring
        // What each thread has taken out, in its order.
        let taken = UnsafeMutablePointer<[Int]>.allocate(capacity: 4)
        taken.initialize(repeating: [], count: 4)
        let producing = UnsafeMutablePointer<mr_counter>.allocate(capacity: 1)
        producing.initialize(to: mr_counter())
        race(4) { number in
            if number == 3 {
                while true {
                    let over = mr_counter_add(producing, 0) == 3
                    while let value = pop(ring) { taken[number].append(value) }
                    if over { break }
                }
            } else {
                for index in 0..<20_000 {
                    while !push(ring, number * 20_000 + index) {
                        if let value = pop(ring) { taken[number].append(value) }
                    }
                }
                _ = mr_counter_add(producing, 1)
            }
        }
        var all: [Int] = []
        for number in 0..<4 {
            for producer in 0..<3 {
                let values = taken[number].filter { $0 / 20_000 == producer }
                XCTAssertEqual(values, values.sorted())
            }
            all += taken[number]
        }
        XCTAssertEqual(all.sorted(), Array(0..<60_000))
        taken.deinitialize(count: 4)
        taken.deallocate()
        producing.deallocate()
    }
}

private func content(_ slot: UnsafeMutablePointer<mr_mpmc_slot>) -> UnsafeMutablePointer<Int> {
    (UnsafeMutableRawPointer(slot) + 8).assumingMemoryBound(to: Int.self)
}

private func push(_ ring: UnsafeMutablePointer<mr_mpmc>, _ value: Int) -> Bool {
    guard let slot = mr_mpmc_claim_push(ring) else { return false }
    content(slot).pointee = value
    mr_mpmc_publish(slot)
    return true
}

private func pop(_ ring: UnsafeMutablePointer<mr_mpmc>) -> Int? {
    guard let slot = mr_mpmc_claim_pop(ring) else { return nil }
    let value = content(slot).pointee
    mr_mpmc_vacate(slot)
    return value
}
