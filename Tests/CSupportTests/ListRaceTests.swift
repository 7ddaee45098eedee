import CMillrace
import Foundation
import XCTest

/// Threads that meet in one list; who owns what must come out even.
final class ListRaceTests: XCTestCase {
    private let rounds = 300

    func testEachJoinDuringAClosingIsEitherTakenOrTurnedAway() {
        for _ in 0..<rounds {
            let list = mr_list_create()
            let sinks = Sinks()
            let joining = sinks.make(60)
            let turnedAway = RelaxedCounter()
            let taken = RelaxedCounter()
            race(4) { number in
                if number == 3 {
                    XCTAssertTrue(mr_list_close(list))
                    var emission = mr_emission()
                    mr_emission_begin(&emission, list)
                    while let sink = mr_emission_take(&emission) {
                        taken.add(1)
                        _ = mr_lifecycle_dispose(sink)
                        mr_list_discard(&emission, sink)
                    }
                    _ = mr_emission_end(&emission)
                } else {
                    for index in 0..<20 where join(list, joining[number * 20 + index]) == MR_JOIN_CLOSED {
                        turnedAway.add(1)
                    }
                }
            }
            XCTAssertEqual(turnedAway.value + taken.value, 60)
            end(list)
        }
    }

    func testEachReferenceComesBackOnceWhenTwoDisposeUnderAnEmission() {
        for _ in 0..<rounds {
            let list = mr_list_create()
            let sinks = Sinks()
            let joined = sinks.make(20)
            for sink in joined { XCTAssertEqual(join(list, sink), MR_JOINED) }
            let back = RelaxedCounter()
            let firsts = RelaxedCounter()
            race(3) { number in
                if number == 2 {
                    for _ in 0..<10 { back.add(emit(list).count) }
                } else {
                    for sink in number == 0 ? joined : joined.reversed() {
                        let taken = mr_lifecycle_dispose(sink)
                        if taken & MR_DISPOSED == 0 { firsts.add(1) }
                        if taken & MR_LISTED != 0 { back.add(chain(Sink(bitPattern: taken & ~MR_FLAGS)).count) }
                    }
                }
            }
            XCTAssertEqual(firsts.value, 20)
            XCTAssertEqual(back.value, 20)
            XCTAssertEqual(end(list), [])
        }
    }

    func testTheOwnersEndMayMeetTwoDisposersOfOneSink() {
        for _ in 0..<rounds {
            let list = mr_list_create()
            let sinks = Sinks()
            let joined = sinks.make(3)
            for sink in joined { XCTAssertEqual(join(list, sink), MR_JOINED) }
            let back = RelaxedCounter()
            race(3) { number in
                if number == 2 {
                    back.add(end(list).count)
                } else {
                    for sink in joined { back.add(leave(sink).count) }
                }
            }
            XCTAssertEqual(back.value, 3)
        }
    }

    func testWhoStaysHearsEveryEventWhileOthersComeAndGo() {
        let list = mr_list_create()
        let sinks = Sinks()
        let staying = sinks.make()
        let churning = [sinks.make(1_000), sinks.make(1_000)]
        XCTAssertEqual(join(list, staying), MR_JOINED)
        let heard = RelaxedCounter()
        let back = RelaxedCounter()
        race(4) { number in
            if number < 2 {
                for _ in 0..<1_000 {
                    var here = 0
                    back.add(emit(list) { if Sink(bitPattern: $0) == staying { here += 1 } }.count)
                    heard.add(here)
                }
            } else {
                for sink in churning[number - 2] {
                    var garbage: [Sink] = []
                    XCTAssertEqual(join(list, sink, &garbage), MR_JOINED)
                    back.add(garbage.count + leave(sink).count)
                }
            }
        }
        XCTAssertEqual(heard.value, 2_000)
        XCTAssertEqual(back.value, 2_000)
        XCTAssertEqual(end(list), [staying])
    }
}

/// Counts what several threads find.
private final class RelaxedCounter {
    private let lock = NSLock()
    private var count = 0

    func add(_ amount: Int) { lock.withLock { count += amount } }

    var value: Int { lock.withLock { count } }
}
