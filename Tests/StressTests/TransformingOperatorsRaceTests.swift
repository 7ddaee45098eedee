import Foundation
import Millrace
import MillraceOperators
import TestSupport
import XCTest

/// The operators of MillraceOperators in which several sources meet, with a thread for each source: nothing is lost, the
/// order of each source is kept, and all is let go of.
final class TransformingOperatorsRaceTests: StressTestCase {
    private let rounds = TestMode.size(200, debug: 200, sanitized: 100)
    private let elements = 20

    /// Two sources, what an operator made of them, and what came of it.
    private final class Meeting: @unchecked Sendable {
        let first = PublishSubject<Int>()
        let second = PublishSubject<Int>()
        private let lock = NSLock()
        private var recorded: [Event<[Int]>] = []
        private(set) var subscription: Disposable?

        func begin(
            _ token: Token,
            _ apply: (PublishSubject<Int>, PublishSubject<Int>) -> Observable<[Int]>
        ) {
            subscription = apply(first, second).subscribe { [self] event in
                token.keep()
                lock.withLock { recorded.append(event) }
            }
        }

        var found: [Int] { lock.withLock { recorded.flatMap { $0.element ?? [] } } }
        var ends: [Bool] { lock.withLock { recorded.map(\.isStopEvent) } }
        var hasObservers: Bool { first.hasObservers || second.hasObservers }
    }

    /// The first source sends 0, 2, 4, …, the second 1, 3, 5, …; then they complete.
    private func check(
        _ name: String,
        line: UInt = #line,
        findsAll: (_ found: [Int]) -> Bool,
        _ apply: @escaping (PublishSubject<Int>, PublishSubject<Int>) -> Observable<[Int]>
    ) {
        let tally = Token.Tally()
        var wrong: [String] = []
        race(
            rounds,
            [
                { (meeting: Meeting, _) in
                    for element in 0..<self.elements { meeting.first.onNext(2 * element) }
                    meeting.first.onCompleted()
                },
                { meeting, _ in
                    for element in 0..<self.elements { meeting.second.onNext(2 * element + 1) }
                    meeting.second.onCompleted()
                },
            ],
            begin: { _ in
                let meeting = Meeting()
                meeting.begin(Token(tally), apply)
                return meeting
            },
            end: { meeting, number in
                if !findsAll(meeting.found) { wrong.append("\(number): \(meeting.found)") }
                if meeting.ends.filter({ $0 }).count != 1 || meeting.ends.last != true {
                    wrong.append("\(number): no end")
                }
                if meeting.hasObservers { wrong.append("\(number): subscribed") }
            }
        )
        XCTAssertEqual(Array(wrong.prefix(3)), [], name, line: line)
        assertReleased(tally, line: line)
    }

    private func sent(by source: Int) -> [Int] { (0..<elements).map { 2 * $0 + source } }

    private func hasBoth(_ found: [Int]) -> Bool {
        found.filter { $0 % 2 == 0 } == sent(by: 0) && found.filter { $0 % 2 == 1 } == sent(by: 1)
    }

    func testBuffersAndWindowsLoseNothing() {
        let first = sent(by: 0)
        check("bufferWithTrigger", findsAll: { $0 == first }) { $0.bufferWithTrigger($1) }
        check("buffer(boundary:)", findsAll: { first.starts(with: $0) }) { $0.buffer(boundary: $1) }
        check("window(boundary:)", findsAll: { $0 == first }) { source, boundary in
            source.window(boundary: boundary.concat(Observable.never())).flatMap { $0.map { [$0] } }
        }
    }

    func testJoinedSourcesLoseNothing() {
        check(
            "concatMapEager",
            findsAll: { [elements] in
                // All of the first, then all of the second.
                $0 == (0..<elements).map { 2 * $0 } + (0..<elements).map { 2 * $0 + 1 }
            }
        ) { first, second in
            Observable.of(first, second).concatMapEager(maxConcurrent: 2) { $0 }.map { [$0] }
        }
        check("flatMap(maxConcurrent:)", findsAll: hasBoth) { first, second in
            Observable.of(first, second).flatMap(maxConcurrent: 2) { $0 }.map { [$0] }
        }
        check("flatMap(onNext:onError:onCompleted:)", findsAll: hasBoth) { first, second in
            Observable.just(first)
                .flatMap(onNext: { $0 }, onError: { _ in first }, onCompleted: { second })
                .map { [$0] }
        }
        check(
            "expand",
            findsAll: { [elements] found in
                // Each element, and what it brings: itself with its sign changed.
                found.filter { $0 >= 0 }.sorted() == Array(0..<2 * elements)
                    && found.filter { $0 < 0 }.sorted() == (0..<2 * elements).map { -1 - $0 }.sorted()
            }
        ) { first, second in
            Observable.merge(first, second).expand { $0 < 0 ? .empty() : Observable.just(-1 - $0) }.map { [$0] }
        }
        check("expand, of inner sources", findsAll: { $0.first == -1 && self.hasBoth(Array($0.dropFirst())) }) {
            first,
            second in
            Observable.just(-1)
                .expand { $0 < 0 ? Observable.merge(first, second) : Observable.empty() }.map { [$0] }
        }
    }

    func testScansOfSourcesCountEveryElement() {
        check("mergeScan", findsAll: { [elements] in $0.count == 2 * elements }) { first, second in
            Observable.of(first, second).mergeScan(0) { _, source in source.asObservable() }.map { [$0] }
        }
    }

    func testDisposalWhileBothEmit() {
        let tally = Token.Tally()
        let operations: [(Observable<Int>, Observable<Int>) -> Observable<Int>] = [
            { $0.bufferWithTrigger($1).map { $0.count } },
            { $0.buffer(boundary: $1).map { $0.count } },
            { $0.window(boundary: $1).flatMap { $0 } },
            { source, _ in source.window(count: 2, skip: 1).flatMap { $0 } },
            { first, second in Observable.of(first, second).concatMapEager(maxConcurrent: 2) { $0 } },
            { first, second in first.expand { $0 == 0 ? second : Observable.empty() } },
            { first, second in first.mergeScan(0) { $1 == 0 ? second : Observable.just($0) } },
            { first, second in first.switchScan(0) { $1 < 4 ? second : Observable.just($0) } },
            { first, second in first.switchOnFirst { Observable.merge($1, second) } },
        ]
        var wrong: [String] = []
        race(
            rounds * 2,
            [
                { (meeting: Meeting, _) in for element in 0..<8 { meeting.first.onNext(2 * element) } },
                { meeting, _ in for element in 0..<8 { meeting.second.onNext(2 * element + 1) } },
                { meeting, number in
                    dawdle(number % 40)
                    meeting.subscription?.dispose()
                },
            ],
            begin: { number in
                let meeting = Meeting()
                meeting.begin(Token(tally)) { first, second in
                    operations[number % operations.count](first, second).map { [$0] }
                }
                return meeting
            },
            end: { meeting, number in
                if meeting.hasObservers { wrong.append("\(number % operations.count): subscribed") }
            }
        )
        XCTAssertEqual(Array(Set(wrong)), [])
        assertReleased(tally)
    }
}
