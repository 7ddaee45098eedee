import Foundation
import Millrace
import MillraceOperators
import TestSupport
import XCTest

/// The attempts of a hedged request answer at the same moment, while the subscription is disposed in some rounds.
final class HedgedRaceTests: StressTestCase {
    private final class Round: @unchecked Sendable {
        let attempts = [PublishSubject<Int>(), PublishSubject<Int>()]
        let scheduler = ManualScheduler()
        let answers = Counter()
        let errors = Counter()
        var subscription: Disposable?

        func begin(_ token: Token) {
            let number = Counter(-1)
            let attempts = attempts
            subscription = Single<Int>
                .deferred { attempts[number.add()].take(1).asSingle() }
                .hedged(after: .seconds(1), scheduler: scheduler)
                .subscribe(
                    onSuccess: { [self] _ in
                        token.keep()
                        answers.add()
                    },
                    onFailure: { [self] _ in errors.add() }
                )
        }
    }

    func testOneAnswerWins() {
        let tally = Token.Tally()
        var wrong: [String] = []
        race(
            TestMode.size(20_000, debug: 3_000, sanitized: 1_000),
            [
                { (round: Round, number) in
                    if number % 3 == 0 {
                        round.attempts[0].onError(TestError())
                    } else {
                        round.attempts[0].onNext(0)
                    }
                },
                { round, _ in round.attempts[1].onNext(1) },
                { round, number in
                    round.scheduler.advance(by: .seconds(1))
                    if number % 2 == 0 { round.subscription?.dispose() }
                },
            ],
            begin: { number in
                let round = Round()
                round.begin(Token(tally))
                // In some rounds the second attempt begins meanwhile.
                if number % 4 < 2 { round.scheduler.advance(by: .seconds(1)) }
                return round
            },
            end: { round, number in
                // If the second attempt began too late, it missed its answer.
                round.attempts[1].onNext(1)
                let (answers, errors) = (round.answers.value, round.errors.value)
                if answers + errors > 1 || number % 2 == 1 && answers + errors == 0 {
                    wrong.append("\(number): \(answers) answers, \(errors) errors")
                }
                if round.attempts.contains(where: { $0.hasObservers }) { wrong.append("\(number): subscribed") }
                if round.scheduler.waitingCount != 0 { wrong.append("\(number): a timer waits") }
            }
        )
        XCTAssertEqual(Array(wrong.prefix(3)), [])
        assertReleased(tally)
    }
}
