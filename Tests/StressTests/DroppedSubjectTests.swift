import Foundation
import Millrace
import TestSupport
import XCTest

/// A subject that goes away while subscriptions are held, and while they are disposed.
final class DroppedSubjectTests: StressTestCase {
    /// A thread that disposes `subscriptions` in each round, between two meetings.
    private func disposing(_ subscriptions: Box<[Disposable]>, rounds: Int, at rendezvous: Rendezvous) -> TestThread {
        TestThread {
            for _ in 0..<rounds {
                rendezvous.meet()
                for subscription in subscriptions.value { subscription.dispose() }
                rendezvous.meet()
            }
        }
    }

    func testDroppingTheSubjectRacesWithDisposing() {
        let rounds = TestMode.size(10_000, debug: 3_000, sanitized: 1_000)
        let rendezvous = Rendezvous(2)
        let subscriptions = Box<[Disposable]>([])
        let subject = Box<PublishSubject<Int>?>(nil)
        let other = disposing(subscriptions, rounds: rounds, at: rendezvous)
        var wrong = 0
        let tally = Token.Tally()
        for _ in 0..<rounds {
            let calls = Counter()
            func subscribe(_ subject: PublishSubject<Int>, _ token: Token) -> [Disposable] {
                let disposed: @Sendable () -> Void = { calls.add() }
                return [
                    subject.subscribe(onNext: { _ in token.keep() }, onDisposed: disposed),
                    subject.map { token.keep($0) }.subscribe(onNext: { _ in }, onDisposed: disposed),
                    subject.filter { _ in true }.map { $0 }.subscribe(
                        onNext: { _ in token.keep() },
                        onDisposed: disposed
                    ),
                ]
            }
            subject.value = PublishSubject()
            subscriptions.value = subscribe(subject.value!, Token(tally))
            rendezvous.meet()
            subject.value = nil
            rendezvous.meet()
            if calls.value != 3 || tally.count != 0 { wrong += 1 }
        }
        other.join()
        XCTAssertEqual(wrong, 0)
    }

    func testManyObserversOfASubjectThatGoesAwayAreLetGo() {
        let count = TestMode.size(100_000, sanitized: 5_000)
        let tally = Token.Tally()
        let calls = Counter()
        var subject: PublishSubject<Int>? = PublishSubject()
        func subscribe(_ number: Int, _ token: Token) -> Disposable {
            let source = number % 2 == 0 ? subject! : subject!.map { token.keep($0) }
            return source.subscribe(onNext: { _ in token.keep() }, onDisposed: { calls.add() })
        }
        let subscriptions = (0..<count).map { subscribe($0, Token(tally)) }
        subject = nil
        XCTAssertEqual(tally.count, 0)
        XCTAssertEqual(calls.value, 0)
        for subscription in subscriptions { subscription.dispose() }
        for subscription in subscriptions { subscription.dispose() }
        XCTAssertEqual(calls.value, count)
    }

    func testTheLastReferenceGoesInACallbackWhileOthersDispose() {
        let rounds = TestMode.size(5_000, debug: 2_000, sanitized: 500)
        let rendezvous = Rendezvous(2)
        let subscriptions = Box<[Disposable]>([])
        let other = disposing(subscriptions, rounds: rounds, at: rendezvous)
        var wrong = 0
        let tally = Token.Tally()
        for _ in 0..<rounds {
            let subject = Box<PublishSubject<Int>?>(PublishSubject())
            weak let alive = subject.value
            func subscribe(_ subject: PublishSubject<Int>, _ drop: @escaping @Sendable () -> Void) -> [Disposable] {
                let token = Token(tally)
                return [
                    subject.subscribe(onNext: { _ in drop() }),
                    subject.map { token.keep($0) }.subscribe(onNext: { _ in token.keep() }),
                ]
            }
            subscriptions.value = subscribe(subject.value!) { subject.value = nil }
            rendezvous.meet()
            // The callback may not run, if the other thread was faster.
            subject.value?.onNext(1)
            subject.value = nil
            rendezvous.meet()
            if tally.count != 0 || alive != nil { wrong += 1 }
        }
        other.join()
        XCTAssertEqual(wrong, 0)
    }
}
