import CMillrace
import XCTest

final class MPSCQueueTests: XCTestCase {
    private let queue = UnsafeMutablePointer<mr_mpsc>.allocate(capacity: 1)

    override func tearDown() {
        while pop(queue) != nil {}
        mr_mpsc_destroy(queue)
        queue.deallocate()
    }

    /// - Parameter logarithm: of the number of slots of the first block.
    private func makeQueue(logarithm: UInt32) {
        mr_mpsc_init(queue, 16, 8, logarithm)
    }

    func testValuesComeOutInOrder() {
        makeQueue(logarithm: 0)
        XCTAssertNil(pop(queue))
        for value in 0..<1_000 { push(queue, value) }
        XCTAssertEqual((0..<1_000).map { _ in pop(queue) }, Array(0..<1_000))
        XCTAssertNil(pop(queue))
    }

    func testAValueThatIsNotPublishedKeepsBackThoseBehindIt() {
        makeQueue(logarithm: 1)
        let first = mr_mpsc_claim(queue)
        push(queue, 2)
        push(queue, 3)
        XCTAssertNil(pop(queue))
        content(first).pointee = 1
        mr_mpsc_publish(first)
        XCTAssertEqual([pop(queue), pop(queue), pop(queue)], [1, 2, 3])
    }

    func testBlocksAreUsedAgain() {
        makeQueue(logarithm: 2)
        var blocks: Set<UnsafeMutablePointer<mr_block>> = []
        for value in 0..<10_000 {
            push(queue, value)
            XCTAssertEqual(pop(queue), value)
            blocks.insert(queue.pointee.last)
        }
        XCTAssertLessThanOrEqual(blocks.count, 2)
    }

    func testBlocksGrowWhileTheConsumerLags() {
        makeQueue(logarithm: 2)
        for value in 0..<4_000 { push(queue, value) }
        XCTAssertEqual(queue.pointee.last.pointee.logarithm, UInt64(MR_MPSC_LARGEST))
        for value in 0..<4_000 { XCTAssertEqual(pop(queue), value) }
    }

    func testBlocksOfLargeValuesStaySmall() {
        mr_mpsc_init(queue, 40_000, 8, 4)
        for value in 0..<10 { push(queue, value) }
        XCTAssertEqual(queue.pointee.last.pointee.logarithm, 0)
        for value in 0..<10 { XCTAssertEqual(pop(queue), value) }
    }

    func testFourProducersAndWhoeverIsStarted() {
        makeQueue(logarithm: 1)
        let queue = queue
        let taken = Taken()
        race(4) { number in
            for index in 0..<10_000 {
                push(queue, number * 10_000 + index)
                if mr_wip_signal(taken.wake) {
                    repeat {
                        while let value = pop(queue) { taken.values.append(value) }
                    } while !mr_wip_rest(taken.wake)
                }
            }
        }
        XCTAssertEqual(taken.values.count, 40_000)
        for number in 0..<4 {
            XCTAssertEqual(
                taken.values.filter { $0 / 10_000 == number },
                Array(number * 10_000..<(number + 1) * 10_000)
            )
        }
    }
}

/// Touched by one consumer at a time; the wake word orders them.
private final class Taken: @unchecked Sendable {
    let wake = UnsafeMutablePointer<mr_wip>.allocate(capacity: 1)
    var values: [Int] = []

    init() {
        wake.initialize(to: mr_wip())
    }

    deinit {
        wake.deallocate()
    }
}

private func content(_ slot: UnsafeMutablePointer<mr_slot_flag>) -> UnsafeMutablePointer<Int> {
    (UnsafeMutableRawPointer(slot) + 8).assumingMemoryBound(to: Int.self)
}

private func push(_ queue: UnsafeMutablePointer<mr_mpsc>, _ value: Int) {
    let slot = mr_mpsc_claim(queue)
    content(slot).pointee = value
    mr_mpsc_publish(slot)
}

private func pop(_ queue: UnsafeMutablePointer<mr_mpsc>) -> Int? {
    guard let slot = mr_mpsc_first(queue) else { return nil }
    let value = content(slot).pointee
    mr_mpsc_drop_first(queue)
    return value
}
