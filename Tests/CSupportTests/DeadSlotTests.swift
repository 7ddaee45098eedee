import CMillrace
import XCTest

/// How emissions pass over the slots of sinks that have left.
final class DeadSlotTests: XCTestCase {
    private let sinks = Sinks()

    private func listed(_ count: Int) -> (list: List, sinks: [Sink]) {
        let list = mr_list_create()
        let joined = sinks.make(count)
        for sink in joined where join(list, sink) != MR_JOINED { XCTFail("did not join") }
        return (list, joined)
    }

    /// Around the ends of segments (8, 40, 72) and of the eight slots that are looked at together.
    func testAnEmissionReachesTheOneThatIsLeftWhereverItIs() {
        for count in [1, 2, 7, 8, 9, 15, 16, 17, 39, 40, 41, 47, 48, 49, 72, 73, 80] {
            for survivor in 0..<count {
                for order in [Array(0..<count), (0..<count).reversed()] {
                    let (list, joined) = listed(count)
                    for index in order where index != survivor { leave(joined[index]) }
                    XCTAssertEqual(reached(list), [joined[survivor]], "\(survivor) of \(count)")
                    let late = sinks.make()
                    XCTAssertEqual(join(list, late), MR_JOINED)
                    XCTAssertEqual(reached(list), [joined[survivor], late], "\(survivor) of \(count)")
                    XCTAssertEqual(end(list), [joined[survivor], late])
                }
            }
        }
    }

    func testAnEmissionReachesWhoIsLeftInOrderOfJoining() {
        var random = Random(seed: 7)
        for _ in 0..<20 {
            let list = mr_list_create()
            var left: [Sink] = []
            for _ in 0..<60 {
                for _ in 0..<random.next(below: 30) {
                    left.append(sinks.make())
                    XCTAssertEqual(join(list, left[left.count - 1]), MR_JOINED)
                }
                for _ in 0..<min(left.count, random.next(below: 31)) {
                    leave(left.remove(at: random.next(below: left.count)))
                }
                XCTAssertEqual(reached(list), left)
                XCTAssertTrue(endsAtTheLiving(list))
            }
            XCTAssertEqual(mr_list_count(list), left.count)
            XCTAssertEqual(end(list), left)
        }
    }

    /// Whether the last slot that emissions look at is alive, in each segment that nobody joins any more.
    private func endsAtTheLiving(_ list: List) -> Bool {
        var next = list.pointee.head as UnsafeMutablePointer<mr_segment>?
        while let segment = next, segment != list.pointee.last {
            let slots = UnsafeRawPointer(segment).advanced(by: MemoryLayout<mr_segment>.size)
                .assumingMemoryBound(to: UInt.self)
            guard segment.pointee.reach > 0, slots[Int(segment.pointee.reach) - 1] > MR_SLOT_FLAGS else { return false }
            next = segment.pointee.next
        }
        return true
    }

    func testAnEmissionHasNothingToWalkWhereAllHaveLeft() {
        let (list, joined) = listed(3)
        for sink in joined { leave(sink) }
        var emission = mr_emission()
        mr_emission_begin(&emission, list)
        XCTAssertEqual(emission.end, 0)
        XCTAssertEqual(chain(mr_emission_end(&emission)), [])
        end(list)
    }

    func testAnEmissionWalksAFullSegmentNoFurtherThanTheLastThatIsLeft() throws {
        let (list, joined) = listed(41)
        for sink in joined[1..<8] { leave(sink) }
        var emission = mr_emission()
        mr_emission_begin(&emission, list)
        XCTAssertEqual(try XCTUnwrap(emission.stop) - XCTUnwrap(emission.slot), 1)
        XCTAssertEqual(chain(mr_emission_end(&emission)), [])
        end(list)
    }

    func testAnEmissionEndsBeforeTheDeadSlotsOfAFullSegment() throws {
        let (list, joined) = listed(8 + 32 + 1)
        let second = try XCTUnwrap(list.pointee.head?.pointee.next)
        XCTAssertEqual(second.pointee.reach, 32)
        for index in (10..<40).shuffled() { leave(joined[index]) }
        XCTAssertEqual(second.pointee.reach, 2)
        leave(joined[9])
        XCTAssertEqual(second.pointee.reach, 1)
        XCTAssertEqual(reached(list), Array(joined[..<9] + joined[40...]))
        end(list)
    }

    /// The slots after the dead ones may still be given to somebody.
    func testALastSegmentIsWalkedToItsEnd() throws {
        let (list, joined) = listed(8 + 20)
        let last = try XCTUnwrap(list.pointee.last)
        for sink in joined[10...] { leave(sink) }
        XCTAssertEqual(last.pointee.reach, 32)
        let late = sinks.make(12)
        for sink in late { XCTAssertEqual(join(list, sink), MR_JOINED) }
        XCTAssertEqual(reached(list), Array(joined[..<10] + late))
        end(list)
    }

    func testWhoJoinsAfterDeadSlotsDuringAnEmissionIsReachedByTheNextOne() {
        let (list, joined) = listed(12)
        for sink in joined[8...] { leave(sink) }
        let late = sinks.make()
        var heard: [Sink?] = []
        emit(list) { slot in
            heard.append(Sink(bitPattern: slot))
            if heard.count == 1 { XCTAssertEqual(join(list, late), MR_JOINED) }
        }
        XCTAssertEqual(heard, Array(joined[..<8]))
        XCTAssertEqual(reached(list), Array(joined[..<8]) + [late])
        end(list)
    }
}

/// Numbers that are the same in every run: the mixing function of splitmix64 (Steele, Lea and Flood 2014).
private struct Random {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next(below bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
}
