import Foundation
import Millrace
import MillraceOperators
import TestSupport
import XCTest

/// A scope ends while threads emit and others subscribe in it: when it has ended, no callback runs, and all is let go
/// of.
final class SubscriptionScopeRaceTests: StressTestCase {
    func testNoCallbackRunsWhenAScopeHasEnded() {
        let rounds = TestMode.size(20_000, debug: 4_000, sanitized: 1_500)
        let tally = Token.Tally()
        let (late, subscribed, running, isOver) = (Counter(), Counter(), Counter(), Counter())
        let subjects = (0..<2).map { _ in PublishSubject<Int>() }
        let lock = NSLock()
        let current = Box<(scope: SubscriptionScope, hasEnded: Counter)?>(nil)

        /// Subscribes in the scope of this round. A callback that runs after the scope is late.
        func subscribe(to subject: PublishSubject<Int>) {
            guard let (scope, hasEnded) = lock.withLock({ current.value }) else { return }
            let token = Token(tally)
            let call = {
                running.add()
                token.keep()
                if hasEnded.ordered != 0 { late.add() }
                dawdle(1)
                if hasEnded.ordered != 0 { late.add() }
                running.add(-1)
            }
            subscribed.add()
            subject.subscribe(in: scope, onNext: { _ in call() }, onDisposed: { call() })
        }

        let emitters = subjects.map { subject in
            TestThread {
                var number = 0
                while isOver.value == 0 {
                    number += 1
                    subject.onNext(number)
                }
            }
        }
        let subscriber = TestThread {
            var number = 0
            while isOver.value == 0 {
                number += 1
                subscribe(to: subjects[number % 2])
                dawdle(number % 8)
            }
        }
        let done = Moment()
        Task.detached {
            for round in 0..<rounds {
                let hasEnded = Counter()
                await withSubscriptions(reportAfter: .never) { scope in
                    lock.withLock { current.value = (scope, hasEnded) }
                    for subject in subjects { subscribe(to: subject) }
                    if round % 2 == 0 { await Task.yield() }
                    dawdle(round % 16)
                }
                hasEnded.setOrdered(1)
                if subjects.contains(where: { $0.hasObservers }) { late.add() }
            }
            lock.withLock { current.value = nil }
            done.set()
        }
        done.wait()
        isOver.set(1)
        for thread in emitters + [subscriber] { thread.join() }
        XCTAssertEqual(late.value, 0)
        XCTAssertEqual(running.value, 0)
        XCTAssertGreaterThan(subscribed.value, 2 * rounds)
        assertReleased(tally)
    }

    /// The subscriber is inside `subscribe` until the scope ends.
    func testAScopeEndsWhileASourceEmitsInsideSubscribe() {
        let rounds = TestMode.size(20_000, debug: 4_000, sanitized: 1_500)
        let tally = Token.Tally()
        let (late, subscribed, isOver) = (Counter(), Counter(), Counter())
        let lock = NSLock()
        let current = Box<(scope: SubscriptionScope, hasEnded: Counter)?>(nil)
        let subscriber = TestThread {
            while isOver.value == 0 {
                guard let (scope, hasEnded) = lock.withLock({ current.value }) else { continue }
                let token = Token(tally)
                subscribed.add()
                Observable.repeatElement(1).subscribe(
                    in: scope,
                    onNext: { _ in
                        token.keep()
                        if hasEnded.ordered != 0 { late.add() }
                    }
                )
            }
        }
        let done = Moment()
        Task.detached {
            for round in 0..<rounds {
                let hasEnded = Counter()
                await withSubscriptions(reportAfter: .never) { scope in
                    lock.withLock { current.value = (scope, hasEnded) }
                    // The other thread may not have begun.
                    if round == 0 { _ = waitUntil(within: 60) { subscribed.value > 0 } }
                    dawdle(round % 32)
                }
                hasEnded.setOrdered(1)
            }
            lock.withLock { current.value = nil }
            done.set()
        }
        done.wait()
        isOver.set(1)
        subscriber.join()
        XCTAssertEqual(late.value, 0)
        XCTAssertGreaterThan(subscribed.value, 0)
        assertReleased(tally)
    }
}
