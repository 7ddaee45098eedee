import Foundation
import Millrace
import MillraceOperators
import TestSupport
import XCTest

/// Two threads send into the operators of MillraceOperators that have several sources, while a third disposes: what comes
/// out is one of the allowed outcomes, one event at a time, and all captures are released.
final class CombiningOperatorsRaceTests: StressTestCase {
    private let rounds = TestMode.size(4_000, debug: 2_000, sanitized: 1_000)

    /// Two subjects, and what an operator makes of them.
    private final class Round: @unchecked Sendable {
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        let recorder = Recorder<String>()
        let overlaps = Counter()
        private(set) var subscription: Disposable = Disposables.create()
        private let inside = Counter()

        init<Output>(
            _ token: Token,
            _ apply: (Observable<Int>, Observable<Int>) -> Observable<Output>
        ) {
            let (recorder, inside, overlaps) = (recorder, inside, overlaps)
            subscription = apply(first.map { token.keep($0) }, second.map { token.keep($0) }).subscribe { event in
                if inside.add() != 1 { overlaps.add() }
                recorder.on(token.keep(event.map { "\($0)" }))
                inside.add(-1)
            }
        }
    }

    /// Runs rounds in which each of two threads sends 1 to 5, the second one tenfold, and then ends its subject; in every
    /// third round, a third thread disposes.
    private func race<Output>(
        failing: Bool = false,
        line: UInt = #line,
        _ apply: (Observable<Int>, Observable<Int>) -> Observable<Output>,
        check: @escaping (_ elements: [String], _ end: String?) -> Bool
    ) {
        let tally = Token.Tally()
        var wrong: [String] = []
        race(
            rounds,
            [
                { (round: Round, number) in
                    for element in 1...5 { round.first.onNext(element) }
                    if failing { round.first.onError(TestError()) } else { round.first.onCompleted() }
                },
                { round, number in
                    for element in 1...5 { round.second.onNext(element * 10) }
                    round.second.onCompleted()
                },
                { round, number in if number % 3 == 0 { round.subscription.dispose() } },
            ],
            begin: { _ in Round(Token(tally), apply) },
            end: { round, number in
                let marks = round.recorder.marks
                let hasEnded = marks.last.map { $0 == "|" || $0.hasPrefix("x(") } ?? false
                let elements = hasEnded ? Array(marks.dropLast()) : marks
                if round.overlaps.value > 0 { wrong.append("\(number): two at once") }
                if number % 3 != 0, !check(elements, hasEnded ? marks.last : nil) {
                    wrong.append("\(number): \(marks)")
                }
                if round.first.hasObservers || round.second.hasObservers { wrong.append("\(number): subscribed") }
            }
        )
        XCTAssertEqual(wrong, [], line: line)
        assertReleased(tally)
    }

    func testCascade() {
        race({ Observable.cascade([$0, $1]) }) { elements, end in
            let first = elements.prefix { $0.count == 1 }
            return first.elementsEqual((1...5).prefix(first.count).map { "\($0)" })
                && elements[first.count...].elementsEqual(["10", "20", "30", "40", "50"]) && end == "|"
        }
    }

    func testForkJoin() {
        race({ Observable.forkJoin([$0, $1]) }) { elements, end in elements == ["[5, 50]"] && end == "|" }
    }

    func testMergeDelayingErrors() {
        race(failing: true, { Observable.mergeDelayingErrors([$0, $1]) }) { elements, end in
            elements.filter { $0.count == 1 } == ["1", "2", "3", "4", "5"]
                && elements.filter { $0.count == 2 } == ["10", "20", "30", "40", "50"] && end == "x(error)"
        }
    }

    func testConcatDelayingErrors() {
        race(failing: true, { Observable.concatDelayingErrors([$0, $1, $0]) }) { elements, end in
            elements.starts(with: ["1", "2", "3", "4", "5"]) && end?.hasPrefix("x(") == true
        }
    }

    func testSequenceEqual() {
        race({ $0.map { $0 * 10 }.sequenceEqual($1).asObservable() }) { elements, end in
            elements == ["true"] && end == "|"
        }
        race({ $0.sequenceEqual($1).asObservable() }) { elements, end in elements == ["false"] && end == "|" }
    }

    func testAnd() {
        race({ Observable.and([$0.map { $0 > 0 }, $1.map { $0 < 50 }]).asObservable() }) { elements, end in
            elements == ["false"] && end == "|"
        }
        race({ Observable.and([$0.map { $0 > 0 }, $1.map { $0 > 0 }]).asObservable() }) { elements, end in
            elements == ["true"] && end == "|"
        }
    }

    func testAThreadFindsTheLatestElementsThatItHasSent() {
        // The first subject feeds the source and one of the others, so each element finds itself.
        race({ first, second in
            first.withLatestFrom(first, second.startWith(0)) { [$0, $1, $2] }
                .do(onNext: { XCTAssertEqual($0[0], $0[1]) })
        }) { elements, end in elements.count == 5 && end == "|" }
    }

    func testOnceReachesOneSubscriber() {
        typealias Round = (source: Observable<Int>, recorders: [Recorder<Int>])
        var wrong: [String] = []
        race(
            rounds,
            (0..<3).map { thread in { (round: Round, _: Int) in _ = round.source.subscribe(round.recorders[thread]) } },
            begin: { number in (.once(number), (0..<3).map { _ in Recorder<Int>() }) },
            end: { round, number in
                let marks = round.recorders.map(\.marks)
                if marks.flatMap({ $0 }).sorted() != ["\(number)", "|", "|", "|"].sorted() {
                    wrong.append("\(number): \(marks)")
                }
            }
        )
        XCTAssertEqual(wrong, [])
    }
}
