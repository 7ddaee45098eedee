import Millrace
import MillraceTest
import TestSupport
import XCTest

/// `zip` of every number of sequences.
final class SharedSequenceZipTests: SharedSequenceTestCase {
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

        let expected = [1, 10].map { factor in (1...count).map { "\($0 * factor)" }.joined(separator: ", ") }
        XCTAssertEqual(events, [.next(201, expected[0]), .next(202, expected[1]), .completed(203)], line: line)
    }

    func testEveryNumberOfSequences() {
        check(2) { Driver.zip($0[0], $0[1]) { [$0, $1] } }
        check(3) { Driver.zip($0[0], $0[1], $0[2]) { [$0, $1, $2] } }
        check(4) { Driver.zip($0[0], $0[1], $0[2], $0[3]) { [$0, $1, $2, $3] } }
        check(5) { Driver.zip($0[0], $0[1], $0[2], $0[3], $0[4]) { [$0, $1, $2, $3, $4] } }
        check(6) { Driver.zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) { [$0, $1, $2, $3, $4, $5] } }
        check(7) { Driver.zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6]) { [$0, $1, $2, $3, $4, $5, $6] } }
        check(8) {
            Driver.zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]) { [$0, $1, $2, $3, $4, $5, $6, $7] }
        }
    }

    func testEveryNumberOfSequencesInTuples() {
        check(2) { Driver.zip($0[0], $0[1]) }
        check(3) { Driver.zip($0[0], $0[1], $0[2]) }
        check(4) { Driver.zip($0[0], $0[1], $0[2], $0[3]) }
        check(5) { Driver.zip($0[0], $0[1], $0[2], $0[3], $0[4]) }
        check(6) { Driver.zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) }
        check(7) { Driver.zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6]) }
        check(8) { Driver.zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]) }
    }

    func testCollections() {
        check(3) { Driver.zip($0) }
        check(3) { Driver.zip($0) { Array($0.reversed().reversed()) } }
        check(2) { Driver.zip(ArraySlice($0)) }
    }

    func testNoSequences() {
        XCTAssertEqual(events { _ in Driver.zip([Driver<Int>]()) }, [.completed(200)])
        XCTAssertEqual(events { _ in Driver.zip([Driver<Int>]()) { $0.count } }, [.completed(200)])
    }

    func testASelectorThatThrowsBreaksThePromise() {
        XCTAssertEqual(
            events { _ in
                Driver.zip(Driver.just(1), Driver.just(2)) { (a, b) -> Int in throw TestError("\(a)\(b)") }
            },
            [.error(201, TestError("12"))]
        )
        XCTAssertEqual(
            events { _ in Driver.zip([Driver.just(1), .just(2)]) { (all) -> Int in throw TestError("\(all)") } },
            [.error(201, TestError("[1, 2]"))]
        )
    }

    func testSignals() {
        XCTAssertEqual(
            events { _ in Signal.zip(Signal.just(1), Signal.just("a")) { "\($0)\($1)" } },
            [.next(201, "1a"), .completed(201)]
        )
    }
}
