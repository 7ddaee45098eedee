import Millrace
import MillraceTest
import TestSupport
import XCTest

/// `combineLatest` of every number of sequences.
final class SharedSequenceCombineLatestTests: SharedSequenceTestCase {
    /// - Parameter combine: combines so many sequences, of which each emits its number at 201, ten times that at 202, and
    ///   ends at 203.
    private func check<Result>(
        _ count: Int,
        line: UInt = #line,
        _ combine: @escaping ([Driver<Int>]) -> Driver<Result>
    ) {
        let events = events { _ in
            combine((1...count).map { .of($0, $0 * 10) }).map { String("\($0)".dropFirst().dropLast()) }
        }

        // The sources' second elements come one after the other.
        let expected = (0...count).map { done -> Recorded<Event<String>> in
            let latest = (1...count).map { "\($0 <= done ? $0 * 10 : $0)" }
            return .next(done == 0 ? 201 : 202, latest.joined(separator: ", "))
        }
        XCTAssertEqual(events, expected + [.completed(203)], line: line)
    }

    func testEveryNumberOfSequences() {
        check(2) { Driver.combineLatest($0[0], $0[1]) { [$0, $1] } }
        check(3) { Driver.combineLatest($0[0], $0[1], $0[2]) { [$0, $1, $2] } }
        check(4) { Driver.combineLatest($0[0], $0[1], $0[2], $0[3]) { [$0, $1, $2, $3] } }
        check(5) { Driver.combineLatest($0[0], $0[1], $0[2], $0[3], $0[4]) { [$0, $1, $2, $3, $4] } }
        check(6) { Driver.combineLatest($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) { [$0, $1, $2, $3, $4, $5] } }
        check(7) {
            Driver.combineLatest($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6]) { [$0, $1, $2, $3, $4, $5, $6] }
        }
        check(8) {
            Driver.combineLatest($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]) {
                [$0, $1, $2, $3, $4, $5, $6, $7]
            }
        }
    }

    func testEveryNumberOfSequencesInTuples() {
        check(2) { Driver.combineLatest($0[0], $0[1]) }
        check(3) { Driver.combineLatest($0[0], $0[1], $0[2]) }
        check(4) { Driver.combineLatest($0[0], $0[1], $0[2], $0[3]) }
        check(5) { Driver.combineLatest($0[0], $0[1], $0[2], $0[3], $0[4]) }
        check(6) { Driver.combineLatest($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) }
        check(7) { Driver.combineLatest($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6]) }
        check(8) { Driver.combineLatest($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]) }
    }

    func testCollections() {
        check(3) { Driver.combineLatest($0) }
        check(3) { Driver.combineLatest($0) { Array($0.reversed().reversed()) } }
        check(2) { Driver.combineLatest(ArraySlice($0)) }
    }

    func testNoSequences() {
        XCTAssertEqual(events { _ in Driver.combineLatest([Driver<Int>]()) }, [.next(200, []), .completed(200)])
        XCTAssertEqual(
            events { _ in Driver.combineLatest([Driver<Int>]()) { $0.count } },
            [.next(200, 0), .completed(200)]
        )
    }

    func testASelectorThatThrowsBreaksThePromise() {
        XCTAssertEqual(
            events { _ in
                Driver.combineLatest(Driver.just(1), Driver.just(2)) { (a, b) -> Int in throw TestError("\(a)\(b)") }
            },
            [.error(201, TestError("12"))]
        )
        XCTAssertEqual(
            events { _ in
                Driver.combineLatest([Driver.just(1), .just(2)]) { (all) -> Int in throw TestError("\(all)") }
            },
            [.error(201, TestError("[1, 2]"))]
        )
    }

    func testSignals() {
        XCTAssertEqual(
            events { _ in Signal.combineLatest(Signal.just(1), Signal.just("a")) { "\($0)\($1)" } },
            [.next(201, "1a"), .completed(201)]
        )
    }
}
