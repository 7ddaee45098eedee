import CMillrace
import XCTest

/// What one thread sees of an observer list.
final class ListTests: XCTestCase {
    private let sinks = Sinks()

    private func listed(_ count: Int) -> (list: List, sinks: [Sink]) {
        let list = mr_list_create()
        let joined = sinks.make(count)
        for sink in joined { XCTAssertEqual(join(list, sink), MR_JOINED) }
        return (list, joined)
    }

    func testAnEmissionReachesAllInOrderOfJoiningAcrossSegments() {
        let (list, joined) = listed(100)
        XCTAssertEqual(reached(list), joined)
        XCTAssertEqual(mr_list_count(list), 100)
        XCTAssertEqual(end(list), joined)
    }

    func testWhoHasLeftIsNotReachedAndIsGivenBackAtOnce() {
        let (list, joined) = listed(50)
        for index in stride(from: 0, to: 50, by: 2) { XCTAssertEqual(leave(joined[index]), [joined[index]]) }
        XCTAssertEqual(reached(list), stride(from: 1, to: 50, by: 2).map { joined[$0] })
        XCTAssertEqual(mr_list_count(list), 25)
        XCTAssertEqual(leave(joined[0]), [])
        XCTAssertEqual(end(list).count, 25)
    }

    func testSegmentsAreLongWhereNobodyLeavesAndShortWhereSomebodyDoes() {
        let (list, joined) = listed(8 + 32 + 128 + 1)
        XCTAssertEqual(capacities(list), [8, 32, 128, 128])
        XCTAssertEqual(leave(joined[168]), [joined[168]])
        for sink in sinks.make(128) { XCTAssertEqual(join(list, sink), MR_JOINED) }
        XCTAssertEqual(capacities(list), [8, 32, 128, 128, 32])
        XCTAssertEqual(reached(list).count, 168 + 128)
        XCTAssertEqual(end(list).count, 168 + 128)
    }

    func testLongSegmentsDieInWhicheverOrderTheirSinksLeave() {
        let orders: [([Sink]) -> [Sink]] = [
            { $0 },
            { $0.reversed() },
            { sinks in sinks.indices.map { sinks[$0 * 101 % sinks.count] } },
        ]
        for order in orders {
            let (list, joined) = listed(8 + 32 + 3 * 128)
            let staying = sinks.make()
            XCTAssertEqual(join(list, staying), MR_JOINED)
            for sink in order(joined) { XCTAssertEqual(leave(sink), [sink]) }
            XCTAssertEqual(capacities(list), [128])
            XCTAssertEqual(reached(list), [staying])
            XCTAssertEqual(end(list), [staying])
        }
    }

    func testWhoJoinsDuringAnEmissionIsReachedByTheNextOne() {
        let (list, joined) = listed(1)
        let late = sinks.make()
        var heard = 0
        emit(list) { _ in
            heard += 1
            XCTAssertEqual(join(list, late), MR_JOINED)
        }
        XCTAssertEqual(heard, 1)
        XCTAssertEqual(reached(list), joined + [late])
        end(list)
    }

    func testWhoLeavesDuringAnEmissionIsGivenBackAtItsEnd() {
        let (list, joined) = listed(3)
        var heard: [Sink?] = []
        let garbage = emit(list) { slot in
            heard.append(Sink(bitPattern: slot))
            if heard.count == 1 {
                XCTAssertEqual(leave(joined[0]), [])
            }
        }
        XCTAssertEqual(heard, joined)
        XCTAssertEqual(garbage, [joined[0]])
        XCTAssertEqual(Set(end(list)), [joined[1], joined[2]])
    }

    func testWhomNoEmissionHasVisitedIsGivenBackAtOnce() {
        let (list, joined) = listed(3)
        let late = sinks.make()
        var heard: [Sink?] = []
        let garbage = emit(list) { slot in
            heard.append(Sink(bitPattern: slot))
            if heard.count > 1 { return }
            XCTAssertEqual(leave(joined[1]), [joined[1]])
            XCTAssertEqual(join(list, late), MR_JOINED)
            XCTAssertEqual(leave(late), [late])
        }
        XCTAssertEqual(heard, [joined[0], joined[2]])
        XCTAssertEqual(garbage, [])
        XCTAssertEqual(Set(end(list)), [joined[0], joined[2]])
    }

    func testNestedEmissionsHoldUntilTheOutermostEnds() {
        let (list, joined) = listed(2)
        emit(list)
        var inner: [Sink] = []
        var visits = 0
        let outer = emit(list) { _ in
            visits += 1
            if visits == 1 { inner = emit(list) { _ in leave(joined[1]) } }
        }
        XCTAssertEqual(inner, [])
        XCTAssertEqual(outer, [joined[1]])
        XCTAssertEqual(end(list), [joined[0]])
    }

    func testADirectSinkIsMarkedInItsSlot() {
        let list = mr_list_create()
        let direct = sinks.make(tag: MR_DIRECT)
        XCTAssertEqual(join(list, direct), MR_JOINED)
        var slots: [UInt] = []
        emit(list) { slots.append($0) }
        XCTAssertEqual(slots, [UInt(bitPattern: direct) | UInt(MR_SLOT_DIRECT)])
        XCTAssertEqual(end(list), [direct])
    }

    func testAClosedListTakesNobodyAndGivesItsSinksToTheCloser() {
        let (list, joined) = listed(40)
        XCTAssertTrue(mr_list_close(list))
        XCTAssertFalse(mr_list_close(list))
        XCTAssertEqual(join(list, sinks.make()), MR_JOIN_CLOSED)
        var emission = mr_emission()
        mr_emission_begin(&emission, list)
        var taken: [Sink] = []
        while let sink = mr_emission_take(&emission) {
            taken.append(sink)
            XCTAssertEqual(mr_lifecycle_dispose(sink), UInt(MR_LISTED))
            mr_list_discard(&emission, sink)
        }
        XCTAssertEqual(taken, joined)
        XCTAssertEqual(Set(chain(mr_emission_end(&emission))), Set(joined))
        XCTAssertFalse(mr_list_has_observers(list))
        XCTAssertEqual(end(list), [])
    }

    func testTheStaticListIsClosedAndEmpty() {
        let list = mr_list_closed()
        XCTAssertEqual(join(list, sinks.make()), MR_JOIN_CLOSED)
        XCTAssertFalse(mr_list_has_observers(list))
        XCTAssertEqual(reached(list), [])
    }

    func testASinkThatWasDisposedBeforeDoesNotJoin() {
        let list = mr_list_create()
        let sink = sinks.make()
        XCTAssertEqual(mr_lifecycle_dispose(sink), 0)
        XCTAssertEqual(join(list, sink), MR_JOIN_DISPOSED)
        XCTAssertFalse(mr_list_has_observers(list))
        XCTAssertEqual(end(list), [])
    }

    func testDrainingLeavesTheSinksUndisposed() {
        let (list, joined) = listed(3)
        XCTAssertEqual(end(list), joined)
        for sink in joined {
            XCTAssertFalse(mr_lifecycle_is_disposed(sink))
            XCTAssertEqual(mr_lifecycle_dispose(sink), 0)
        }
    }

    func testDeadSegmentsAreLetGo() {
        let (list, joined) = listed(1)
        let sink = sinks.make()
        func churn(_ times: Int) {
            for turn in 0..<times {
                // The thread that frees what is retired may be kept waiting for a processor.
                if turn % 10_000 == 0 { mr_reclaim_wait() }
                sink.pointee = mr_lifecycle()
                if join(list, sink) != MR_JOINED || leave(sink) != [sink] { XCTFail("did not come and go") }
            }
        }
        churn(10_000)
        var segments = 0
        var next = list.pointee.head as UnsafeMutablePointer<mr_segment>?
        while let segment = next {
            segments += 1
            next = segment.pointee.next
        }
        XCTAssertLessThanOrEqual(segments, 3)
        #if os(Linux)
            // A sanitizer keeps what was freed.
            if ProcessInfo.processInfo.environment["MILLRACE_SANITIZER"] == nil {
                let before = residentBytes()
                churn(1_000_000)  // 10 MB of segments
                XCTAssertLessThan(residentBytes() - before, 4_000_000)
            }
        #endif
        XCTAssertEqual(reached(list), joined)
        end(list)
    }

    #if os(Linux)
        private func residentBytes() -> Int {
            let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
            return (fields.flatMap { Int($0[1]) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
        }
    #endif
}
