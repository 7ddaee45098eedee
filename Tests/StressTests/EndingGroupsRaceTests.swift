import Foundation
import Millrace
import MillraceOperators
import TestSupport
import XCTest

/// Groups that end, with a thread for the source, one for what ends the groups and one for the scheduler: each element
/// comes once, in a group that is there, and all is let go of.
final class EndingGroupsRaceTests: StressTestCase {
    private let rounds = TestMode.size(3_000, debug: 400, sanitized: 200)
    private let elements = 60
    private let keys = 5
    private let limit = 3

    private final class Round: @unchecked Sendable {
        let source = PublishSubject<Int>()
        let end = PublishSubject<Void>()
        let scheduler = ManualScheduler()
        private let lock = NSLock()
        /// What each group got, in the order of the groups' beginnings.
        private var groups: [[Int]] = []
        private var open = 0
        private(set) var mostOpen = 0
        private(set) var wrong: [String] = []
        private(set) var subscription: Disposable?
        let hasEnded = Counter()

        func begin(_ token: Token, keys: Int, limit: Int) {
            let end = end
            subscription =
                source
                .groupBy(
                    { token.keep($0 % keys) },
                    idle: .seconds(2),
                    until: { _ in end },
                    atMost: limit,
                    scheduler: scheduler
                )
                .subscribe(
                    onNext: { [self] group in
                        let index = lock.withLock {
                            open += 1
                            mostOpen = max(mostOpen, open)
                            groups.append([])
                            return groups.count - 1
                        }
                        _ = group.subscribe(
                            onNext: { [self] element in
                                token.keep()
                                lock.withLock {
                                    groups[index].append(element)
                                    if element % keys != group.key { wrong.append("\(element) in \(group.key)") }
                                }
                            },
                            onCompleted: { [self] in lock.withLock { open -= 1 } }
                        )
                    },
                    onCompleted: { [self] in hasEnded.add() }
                )
        }

        var found: [[Int]] { lock.withLock { groups } }
        var openAtTheEnd: Int { lock.withLock { open } }
    }

    private func check(disposing: Bool, line: UInt = #line) {
        let tally = Token.Tally()
        let (elements, keys, limit) = (elements, keys, limit)
        var wrong: [String] = []
        var groups = 0
        var bodies: [(Round, Int) -> Void] = [
            { round, _ in
                for element in 0..<elements { round.source.onNext(element) }
                if !disposing { round.source.onCompleted() }
            },
            { round, _ in
                for _ in 0..<20 {
                    round.end.onNext(())
                    dawdle(3)
                }
            },
            { round, _ in
                for _ in 0..<20 {
                    round.scheduler.advance(by: .seconds(1))
                    dawdle(3)
                }
            },
        ]
        if disposing {
            bodies.append { round, number in
                dawdle(number % 40)
                round.subscription?.dispose()
            }
        }
        race(
            rounds,
            bodies,
            begin: { _ in
                let round = Round()
                round.begin(Token(tally), keys: keys, limit: limit)
                return round
            },
            end: { round, number in
                let found = round.found
                groups += found.count
                wrong += round.wrong
                let all = found.flatMap { $0 }
                if Set(all).count != all.count { wrong.append("\(number): twice") }
                // A disposal may come before the first element of a group.
                for group in found where group.isEmpty && !disposing || group != group.sorted() {
                    wrong.append("\(number): \(group)")
                }
                if round.mostOpen > limit { wrong.append("\(number): \(round.mostOpen) groups") }
                if disposing {
                    // The groups' observers stay until their groups end.
                    round.source.onCompleted()
                } else {
                    if all.sorted() != Array(0..<elements) { wrong.append("\(number): \(all)") }
                    if round.hasEnded.value != 1 { wrong.append("\(number): \(round.hasEnded.value) ends") }
                }
                if round.openAtTheEnd != 0 { wrong.append("\(number): open") }
                if round.source.hasObservers || round.end.hasObservers { wrong.append("\(number): subscribed") }
                if round.scheduler.waitingCount != 0 { wrong.append("\(number): a timer waits") }
            }
        )
        XCTAssertEqual(Array(wrong.prefix(3)), [], line: line)
        // Groups end and begin again, or nothing was tested. A disposal may come before all of them.
        if !disposing { XCTAssertGreaterThan(groups, rounds * keys, line: line) }
        assertReleased(tally, line: line)
    }

    func testNothingIsLostWhileGroupsEnd() {
        check(disposing: false)
    }

    func testADisposalWhileGroupsEnd() {
        check(disposing: true)
    }
}
