import CMillrace
import Foundation
import Millrace
import TestSupport
import XCTest

/// A callback does not return: how much of what others do meanwhile stays alive until it does. Each case says how many
/// bytes and captures that may be.
final class BlockedCallbackMemoryTests: StressTestCase {
    /// An operator whose observer is blocked in an element of one source, and what goes on beside it.
    private struct Case {
        let name: String
        /// Bytes that may stay for each round of `beside`.
        let bytes: Int
        /// Captures that may stay for each round.
        let captures: Int
        let apply: (PublishSubject<Token>, PublishSubject<Token>) -> Observable<Token>
        let beside: Beside

        enum Beside {
            /// The other source sends.
            case events
            /// An observer subscribes, hears an element and is disposed.
            case subscriptions
        }
    }

    /// The limits are what is measured today, rounded up; a change that keeps less lowers them.
    private static let cases: [Case] = [
        Case(name: "PublishSubject", bytes: 16, captures: 0, apply: { first, _ in first }, beside: .subscriptions),
        Case(
            name: "share(replay: 1)",
            bytes: 16,
            captures: 0,
            apply: { first, _ in first.share(replay: 1) },
            beside: .subscriptions
        ),
        Case(name: "merge", bytes: 192, captures: 1, apply: { Observable.merge($0, $1) }, beside: .events),
        Case(
            name: "combineLatest",
            bytes: 256,
            captures: 1,
            apply: { Observable.combineLatest($0, $1) { $1 } },
            beside: .events
        ),
        Case(
            name: "observe(on:)",
            bytes: 64,
            captures: 1,
            apply: { first, second in
                Observable.merge(first, second).observe(on: SerialDispatchQueueScheduler(qos: .default))
            },
            beside: .events
        ),
    ]

    /// What one round leaves behind, once many have been.
    private func measure(_ tested: Case) -> (bytes: Double, captures: Double) {
        let rounds = TestMode.size(5_000, sanitized: 500)
        let (first, second) = (PublishSubject<Token>(), PublishSubject<Token>())
        let observable = tested.apply(first, second)
        let (isInside, mayLeave) = (Moment(), Moment())
        let tally = Token.Tally()
        let isFirst = Counter(1)
        let blocked = observable.subscribe(onNext: { _ in
            if isFirst.value == 1 {
                isFirst.set(0)
                isInside.set()
                mayLeave.wait()
            }
        })
        let ends = Token.Tally()
        let emitter = TestThread {
            first.onNext(Token(ends))
            second.onNext(Token(ends))
        }
        isInside.wait()
        func round() {
            switch tested.beside {
            case .events:
                second.onNext(Token(tally))
            case .subscriptions:
                let token = Token(tally)
                observable.subscribe(onNext: { _ in token.keep() }).dispose()
            }
        }
        for _ in 0..<500 { round() }
        let (before, tokens) = (Memory.used, tally.count)
        for _ in 0..<rounds { round() }
        mr_reclaim_wait()
        let result = (
            bytes: Double(Memory.used - before) / Double(rounds),
            captures: Double(tally.count - tokens) / Double(rounds)
        )
        mayLeave.set()
        XCTAssertTrue(emitter.join(timeout: 60), "\(tested.name): the emission did not return")
        blocked.dispose()
        waitUntil(within: 60) { tally.count == 0 }
        XCTAssertEqual(tally.count, 0, "\(tested.name): captures that outlive the callback")
        return result
    }

    func testNoMoreStaysBesideABlockedCallbackThanEachCaseSays() throws {
        try XCTSkipUnless(TestMode.measuresMemory, "memory cannot be measured")
        for tested in Self.cases {
            var left = measure(tested)
            // Memory is that of the process: tasks of earlier tests may still be ending beside the first measurement.
            for _ in 0..<3 where left.bytes > Double(tested.bytes) { left = measure(tested) }
            print("\(tested.name): \(left)")
            XCTAssertLessThanOrEqual(left.bytes, Double(tested.bytes), "\(tested.name): bytes for each round")
            XCTAssertLessThanOrEqual(left.captures, Double(tested.captures), "\(tested.name): captures for each round")
        }
    }
}
