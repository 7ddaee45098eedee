import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class PartitionTests: MarbleTestCase {
    func testBothParts() {
        check(source: "-1-2-3-4-|", result: "---2---4-|", active: "^--------!") { source, _ in
            source.partition { Int($0)! % 2 == 0 }.matches
        }
        check(source: "-1-2-3-4-#", result: "-1---3---#", active: "^--------!") { source, _ in
            source.partition { Int($0)! % 2 == 0 }.nonMatches
        }
    }

    func testBothShareOneSubscriptionAndOneCallOfThePredicate() {
        var calls = 0
        check(source: "-1-2-3-4-|", result: "-a-B-a-B-|", active: "^--------!") { source, _ in
            let (even, odd) = source.partition { element in
                calls += 1
                return Int(element)! % 2 == 0
            }
            return Observable.merge(even.mapTo("B"), odd.mapTo("a"))
        }
        XCTAssertEqual(calls, 4)
    }

    func testAThrowingPredicateFailsBoth() {
        check(source: "-1-2-", result: "---#", active: "^--!") { source, _ in
            let parts = source.partition { if $0 == "2" { throw TestError() } else { return false } }
            return Observable.merge(parts.matches, parts.nonMatches.filter { _ in false })
        }
    }

    func testADriver() {
        let scheduler = TestScheduler(initialClock: 0)
        let (evens, odds) = (Recorder<Int>(), Recorder<Int>())
        SharingScheduler.mock(scheduler: scheduler) {
            let (even, odd) = Driver.of(1, 2, 3).partition { $0 % 2 == 0 }
            _ = even.asObservable().subscribe(evens)
            _ = odd.asObservable().subscribe(odds)
            scheduler.start()
        }
        XCTAssertEqual(evens.marks, ["2", "|"])
        XCTAssertEqual(odds.marks, ["1", "3", "|"])
    }
}
