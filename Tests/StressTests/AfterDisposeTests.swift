import Foundation
import Millrace
import TestSupport
import XCTest

/// Nothing begins on a thread after its `dispose()` has returned, whatever other threads do.
final class AfterDisposeTests: StressTestCase {
    private let rounds = TestMode.size(10_000, debug: 3_000, sanitized: 1_000)

    private func race(_ subscribe: (PublishSubject<Int>, @escaping @Sendable (Int) -> Void) -> Disposable) -> Int {
        let subject = PublishSubject<Int>()
        let isOver = Counter()
        let emitter = TestThread { while isOver.value == 0 { subject.onNext(0) } }
        let wrong = Counter()
        let spun = Counter()
        for round in 0..<rounds {
            let subscription = subscribe(subject) { if $0 != 0 { wrong.add() } }
            for _ in 0..<round % 40 { spun.add() }
            if round % 64 == 0 { sched_yield() }
            subscription.dispose()
            // Whoever emits now would deliver on this thread.
            subject.onNext(1)
        }
        isOver.set(1)
        emitter.join()
        return wrong.value
    }

    func testADirectObserverHearsNothingAfterDispose() {
        XCTAssertEqual(race { $0.subscribe(onNext: $1) }, 0)
    }

    func testAnObserverBelowOperatorsHearsNothingAfterDispose() {
        XCTAssertEqual(race { $0.map { $0 }.filter { _ in true }.subscribe(onNext: $1) }, 0)
    }

    func testADisposalThatLostTheRaceStillHolds() {
        // Two threads dispose one subscription; the one that comes second must not hear anything either.
        let subject = PublishSubject<Int>()
        let wrong = Counter()
        let rendezvous = Rendezvous(2)
        let subscription = Box<Disposable?>(nil)
        let isDisposed = [Counter(), Counter()]
        let rounds = rounds
        let other = TestThread {
            for _ in 0..<rounds {
                rendezvous.meet()
                subscription.value?.dispose()
                isDisposed[1].set(1)
                subject.onNext(2)
                rendezvous.meet()
            }
        }
        for round in 0..<rounds {
            for flag in isDisposed { flag.set(0) }
            // The number is that of the thread that emits.
            let observer: @Sendable (Int) -> Void = { if isDisposed[$0 - 1].value != 0 { wrong.add() } }
            subscription.value =
                round % 2 == 0 ? subject.subscribe(onNext: observer) : subject.map { $0 }.subscribe(onNext: observer)
            rendezvous.meet()
            subscription.value?.dispose()
            isDisposed[0].set(1)
            subject.onNext(1)
            rendezvous.meet()
        }
        other.join()
        XCTAssertEqual(wrong.value, 0)
    }

    func testOnDisposedIsCalledOnceHoweverManyDispose() {
        let subject = PublishSubject<Int>()
        let rendezvous = Rendezvous(3)
        let subscription = Box<Disposable?>(nil)
        let rounds = rounds
        let others = (0..<2).map { number in
            TestThread {
                for _ in 0..<rounds {
                    rendezvous.meet()
                    if number == 0 { subscription.value?.dispose() } else { subject.onNext(1) }
                    rendezvous.meet()
                }
            }
        }
        var wrong = 0
        let tally = Token.Tally()
        for round in 0..<rounds {
            let calls = Counter()
            func subscribe(_ token: Token) -> Disposable {
                let source = round % 2 == 0 ? subject : subject.map { token.keep($0) }
                return source.subscribe(onNext: { _ in token.keep() }, onDisposed: { calls.add() })
            }
            subscription.value = subscribe(Token(tally))
            rendezvous.meet()
            subscription.value?.dispose()
            rendezvous.meet()
            if calls.value != 1 || tally.count != 0 { wrong += 1 }
        }
        for other in others { other.join() }
        XCTAssertEqual(wrong, 0)
    }
}
