import Foundation
import Millrace
import MillraceOperators
import TestSupport
import XCTest

/// Threads that meet in the operators and subjects of MillraceOperators that serialize, share or release.
final class UtilityOperatorsRaceTests: StressTestCase {
    private let rounds = TestMode.size(3_000, debug: 1_000, sanitized: 200)

    /// An observer that says whether two threads were in it at once, and keeps each sender's numbers.
    private final class Inspector: ObserverType, @unchecked Sendable {
        private let inside = Counter()
        private let lock = NSLock()
        private var found: [String] = []
        private var last: [Int: Int] = [:]
        private var count = 0
        private var ended = false

        func on(_ event: Event<(sender: Int, number: Int)>) {
            if inside.add() != 1 { report("two threads at once") }
            lock.withLock {
                if ended { found.append("\(event) after the end") }
                switch event {
                case .next(let (sender, number)):
                    if number != last[sender, default: 0] + 1 { found.append("\(sender): \(number)") }
                    last[sender] = number
                    count += 1
                case .error, .completed: ended = true
                }
            }
            inside.add(-1)
        }

        private func report(_ finding: String) { lock.withLock { found.append(finding) } }
        var findings: [String] { lock.withLock { found } }
        var received: Int { lock.withLock { count } }
        var hasEnded: Bool { lock.withLock { ended } }
    }

    func testThreadsThatEmitAtOnceAreSerializedInOrder() {
        let tally = Token.Tally()
        var wrong: [String] = []
        let bodies = (1...3).map { sender in
            { (round: (PublishSubject<(sender: Int, number: Int)>, Inspector), _: Int) in
                for number in 1...20 { round.0.onNext((sender, number)) }
            }
        }
        race(
            rounds,
            bodies,
            begin: { _ in
                let (subject, inspector) = (PublishSubject<(sender: Int, number: Int)>(), Inspector())
                let token = Token(tally)
                _ = subject.asSerialized().map { token.keep($0) }.subscribe(inspector)
                return (subject, inspector)
            },
            end: { round, number in
                let (subject, inspector) = round
                // What waits at the end is delivered by a thread that has returned by now.
                if inspector.received != 60 { wrong.append("\(number): \(inspector.received) received") }
                subject.onCompleted()
                if !inspector.hasEnded { wrong.append("\(number): not ended") }
                wrong += inspector.findings.map { "\(number): \($0)" }
            }
        )
        XCTAssertEqual(wrong, [])
        assertReleased(tally)
    }

    func testASerializedSourceThatEndsOnOneThreadAndIsDisposedOnAnother() {
        let tally = Token.Tally()
        var wrong: [String] = []
        typealias Round = (source: PublishSubject<(sender: Int, number: Int)>, inspector: Inspector, end: Disposable)
        race(
            rounds,
            [
                { (round: Round, _) in for number in 1...10 { round.source.onNext((1, number)) } },
                { round, number in
                    for number in 1...10 { round.source.onNext((2, number)) }
                    if number % 2 == 0 { round.source.onCompleted() }
                },
                { round, number in if number % 3 != 0 { round.end.dispose() } },
            ],
            begin: { _ -> Round in
                let (subject, inspector) = (PublishSubject<(sender: Int, number: Int)>(), Inspector())
                let token = Token(tally)
                return (
                    subject, inspector, subject.asSerialized().map { token.keep($0) }.subscribe(inspector)
                )
            },
            end: { round, number in
                round.end.dispose()
                wrong += round.inspector.findings.map { "\(number): \($0)" }
                if round.source.hasObservers { wrong.append("\(number): subscribed") }
            }
        )
        XCTAssertEqual(wrong, [])
        assertReleased(tally)
    }

    func testTheSubscriberOfAUnicastSubjectMissesNothing() {
        let tally = Token.Tally()
        var wrong: [String] = []
        typealias Round = (subject: UnicastSubject<(sender: Int, number: Int)>, inspector: Inspector, token: Token)
        race(
            rounds,
            [
                { (round: Round, _) in for number in 1...10 { round.subject.onNext((1, number)) } },
                { round, _ in for number in 1...10 { round.subject.onNext((2, number)) } },
                { round, _ in
                    let token = round.token
                    _ = round.subject.map { token.keep($0) }.subscribe(round.inspector)
                },
            ],
            begin: { _ -> Round in (.createUnbounded(), Inspector(), Token(tally)) },
            end: { round, number in
                if round.inspector.received != 20 { wrong.append("\(number): \(round.inspector.received) received") }
                round.subject.onCompleted()
                if !round.inspector.hasEnded { wrong.append("\(number): not ended") }
                wrong += round.inspector.findings.map { "\(number): \($0)" }
            }
        )
        XCTAssertEqual(wrong, [])
        assertReleased(tally)
    }

    func testAUnicastSubjectIsDroppedWhileItsSubscriberComesAndGoes() {
        let tally = Token.Tally()
        race(
            rounds,
            [
                { (round: Box<UnicastSubject<Token>?>, _) in
                    round.value?.onNext(Token(tally))
                    round.value?.onNext(Token(tally))
                },
                { round, number in
                    let subscription = round.value?.subscribe(onNext: { $0.keep() })
                    if number % 2 == 0 { subscription?.dispose() }
                },
            ],
            begin: { _ in Box(.createUnbounded()) },
            end: { round, _ in round.value = nil }
        )
        assertReleased(tally)
    }

    /// Subscribers come and go, the source ends and the reset's notifier emits, all at once: there is at most one
    /// connection at a time, and in the end there is none.
    func testSubscribersComeAndGoWhileTheShareIsReset() {
        let tally = Token.Tally()
        var wrong: [String] = []
        final class Round: @unchecked Sendable {
            let (connected, disconnected, overlapping) = (Counter(), Counter(), Counter())
            let source = PublishSubject<Int>()
            let notifier = PublishSubject<Void>()
            let shared: Observable<Int>
            let token: Token

            init(_ number: Int, _ token: Token) {
                let (source, notifier) = (source, notifier)
                let (connected, disconnected) = (connected, disconnected)
                self.token = token
                let cold = Observable<Int>.create { observer in
                    connected.add()
                    let subscription = source.map { token.keep($0) }.subscribe(observer)
                    return Disposables.create {
                        disconnected.add()
                        subscription.dispose()
                    }
                }
                shared =
                    number % 2 == 0
                    ? cold.share(replay: 1, resettingOn: [.error, .completion, .refCountZero(when: { notifier })])
                    : cold.share(replay: 1, resettingOn: [.error, .completion, .refCountZero])
            }

            func visit() {
                let token = token
                for _ in 0..<4 { shared.subscribe(onNext: { _ in token.keep() }, onError: { _ in }).dispose() }
            }
        }
        race(
            rounds,
            [
                { (round: Round, _) in round.visit() },
                { round, _ in round.visit() },
                { round, number in
                    for element in 0..<4 {
                        round.source.onNext(element)
                        round.notifier.onNext(())
                    }
                    if number % 3 == 0 { round.source.onCompleted() }
                },
            ],
            begin: { Round($0, Token(tally)) },
            end: { round, number in
                // One who stays and leaves: the notifier can be missed only while others are there.
                round.shared.subscribe(onError: { _ in }).dispose()
                round.notifier.onNext(())
                if round.connected.value != round.disconnected.value || round.source.hasObservers {
                    wrong.append("\(number): \(round.connected.value) and \(round.disconnected.value)")
                }
            }
        )
        XCTAssertEqual(wrong, [])
        assertReleased(tally)
    }

    func testTheCleanupOfUsingWhenBeginsOnceWhateverEndsFirst() {
        var wrong: [String] = []
        typealias Round = (source: PublishSubject<Int>, cleanups: Counter, end: Disposable)
        race(
            rounds,
            [
                { (round: Round, number) in
                    if number % 2 == 0 { round.source.onCompleted() } else { round.source.onError(TestError()) }
                },
                { round, _ in round.end.dispose() },
            ],
            begin: { _ -> Round in
                let (source, cleanups) = (PublishSubject<Int>(), Counter())
                let output = Observable<Int>.usingWhen(
                    {},
                    observableFactory: { source },
                    asyncCleanup: {
                        cleanups.add()
                        return .empty()
                    }
                )
                return (source, cleanups, output.subscribe(onError: { _ in }))
            },
            end: { round, number in
                if round.cleanups.value != 1 { wrong.append("\(number): \(round.cleanups.value) cleanups") }
                if round.source.hasObservers { wrong.append("\(number): subscribed") }
            }
        )
        XCTAssertEqual(wrong, [])
    }
}
