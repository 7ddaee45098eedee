import Foundation
import Millrace
import MillraceOperators
import TestSupport
import XCTest

/// A source and what decides when its elements are emitted, on two threads; a third disposes the subscription.
final class TimingOperatorsRaceTests: StressTestCase {
    private typealias Operation = (Observable<Int>, Observable<Void>) -> Observable<Int>

    private final class Round: @unchecked Sendable {
        let source = PublishSubject<Int>()
        let trigger = PublishSubject<Void>()
        let recorder = Recorder<Int>()
        let subscription = SingleAssignmentDisposable()

        init(_ token: Token, _ apply: Operation) {
            let recorder = recorder
            subscription.setDisposable(
                apply(source.map { token.keep($0) }, trigger.map { token.keep($0) })
                    .subscribe { recorder.on(token.keep($0)) }
            )
        }
    }

    private func check(_ name: String, ending: Bool = true, losesNothing: Bool = false, _ apply: @escaping Operation) {
        let tally = Token.Tally()
        var wrong: [String] = []
        race(
            TestMode.size(2_000, debug: 200, sanitized: 100),
            [
                { (round: Round, number) in
                    for element in 0..<10 { round.source.onNext(element) }
                    if ending { round.source.onCompleted() }
                },
                { round, _ in for _ in 0..<10 { round.trigger.onNext(()) } },
                { round, number in if number % 4 == 0 { round.subscription.dispose() } },
            ],
            begin: { _ in Round(Token(tally), apply) },
            end: { round, number in
                // A duration that still runs ends now.
                round.trigger.onNext(())
                let events = round.recorder.events
                let elements = round.recorder.elements
                if zip(elements, elements.dropFirst()).contains(where: { $0 >= $1 }) {
                    wrong.append("\(number): \(elements)")
                }
                if number % 4 != 0 {
                    if ending, events.last?.isStopEvent != true { wrong.append("\(number): no end, \(elements)") }
                    if losesNothing, elements.last != 9 { wrong.append("\(number): the last is lost, \(elements)") }
                }
                round.subscription.dispose()
                if round.source.hasObservers || round.trigger.hasObservers { wrong.append("\(number): subscribed") }
            }
        )
        XCTAssertEqual(wrong, [], name)
        assertReleased(tally)
    }

    func testDebounce() {
        check("debounce(by:)", losesNothing: true) { source, trigger in source.debounce(by: { _ in trigger }) }
    }

    func testThrottle() {
        check("throttle(by:)", losesNothing: true) { source, trigger in source.throttle(by: { _ in trigger }) }
    }

    func testTimeout() {
        check("timeout(by:)") { source, trigger in
            source.timeout(by: { _ in trigger }).catchErrorJustComplete()
        }
    }

    func testAudit() {
        let queue = DispatchQueue(label: "TimingOperatorsRaceTests")
        let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "race")
        check("audit", ending: false) { source, _ in source.audit(.nanoseconds(1), scheduler: scheduler) }
    }

    func testDelay() {
        check("delay(by:)") { source, trigger in source.delay(by: { _ in trigger }).takeLast(1) }
    }

    func testPausableBuffered() {
        check("pausableBuffered", ending: false) { source, trigger in
            source.pausableBuffered(trigger.scan(false) { isOpen, _ in !isOpen }, limit: nil)
        }
    }

    func testPausable() {
        check("pausable") { source, trigger in source.pausable(trigger.scan(false) { isOpen, _ in !isOpen }) }
    }
}
