import Millrace
import MillraceExplore
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

/// Operators for servers in which a source, a timer and those who dispose meet.
final class ServerStreamTests: ExploreTestCase {
    private func served<Output>(
        line: UInt = #line,
        _ apply: @escaping (Observable<Int>, ExploreScheduler) -> Observable<Output>,
        isFine: @escaping (Watch<Output>) -> Bool
    ) {
        timed(line: line, random: 2_000, source: { $0.sendAll(1, 2, 3) }, apply, isFine: isFine)
    }

    private let second = RxTimeInterval.seconds(1)

    func testBatch() {
        served {
            $0.batch(upTo: 2, within: self.second, scheduler: $1)
        } isFine: { watch in
            watch.elements.flatMap { $0 } == [1, 2, 3] && watch.elements.allSatisfy { (1...2).contains($0.count) }
                && watch.hasEnded
        }
    }

    func testLimit() {
        served {
            $0.limit(Rate(1, per: self.second), capacity: 4, overflow: .buffer, scheduler: $1)
        } isFine: {
            $0.marks == "1 2 3 |"
        }
    }

    func testLimitDropsTheOldest() {
        served {
            $0.limit(Rate(1, per: self.second), capacity: 1, overflow: .dropOldest, scheduler: $1)
        } isFine: {
            $0.elements == $0.elements.sorted() && $0.elements.first == 1 && $0.elements.last == 3 && $0.hasEnded
        }
    }

    func testKeepAlive() {
        served { source, scheduler in
            source.keepAlive(every: self.second, scheduler: scheduler) { 0 }.take(8)
        } isFine: { watch in
            let elements = watch.elements.filter { $0 > 0 }
            return watch.hasEnded && elements == Array([1, 2, 3].prefix(elements.count))
        }
    }

    func testGroupsThatEndWhenTheyAreIdle() {
        served {
            $0.groupBy({ $0 % 2 }, idle: self.second, scheduler: $1).flatMap { $0 }
        } isFine: {
            $0.marks == "1 2 3 |"
        }
    }

    func testGroupsOfWhichOneIsThereAtATime() {
        served { source, _ in
            source.groupBy({ $0 % 2 }, atMost: 1).flatMap { $0 }
        } isFine: {
            $0.marks == "1 2 3 |"
        }
    }

    /// Another thread ends the groups.
    func testGroupsThatEndWithANotifier() {
        for disposes in [false, true] {
            explored(most: disposes ? 1 : 2, random: disposes ? 10_000 : 4_000) { run in
                let (subject, ends) = (PublishSubject<Int>(), PublishSubject<Void>())
                let watch = Watch<Int>(run).watch(subject.groupBy({ $0 % 2 }, until: { _ in ends }).flatMap { $0 })
                run.thread("source") { subject.sendAll(1, 2, 3) }
                run.thread("ends") { ends.onNext(()) }
                if disposes { run.thread("disposes") { watch.dispose() } }
                run.check {
                    run.expect(disposes || watch.marks == "1 2 3 |", watch.marks)
                    watch.expectReleased()
                    run.expect(!subject.hasObservers && !ends.hasObservers, "an observer is left")
                }
            }
        }
    }

    func testHedged() {
        for disposes in [false, true] {
            explored(most: 1, short: disposes ? 0 : 1, random: 10_000) { run in
                let timer = run.scheduler("timer")
                let subjects = [PublishSubject<Int>(), PublishSubject<Int>()]
                let attempts = Counter()
                let single = Observable<Int>.deferred { subjects[min(attempts.add() - 1, 1)] }.asSingle()
                let watch = Watch<Int>(run).watch(
                    single.hedged(after: .seconds(1), atMost: 2, scheduler: timer).asObservable()
                )
                run.thread("first") { subjects[0].sendAll(1) }
                run.thread("second") { subjects[1].sendAll(2) }
                if disposes { run.thread("disposes") { watch.dispose() } }
                run.check {
                    // The second attempt may begin after its subject has ended, and then fails.
                    run.expect(disposes || ["1 |", "2 |"].contains(watch.marks), watch.marks)
                    watch.expectReleased()
                    run.expect(subjects.allSatisfy { !$0.hasObservers }, "an attempt is left")
                }
            }
        }
    }

    /// Two calls fail at once; then a trial is let through, and one only.
    func testCircuitBreaker() {
        explored(most: 1, random: 10_000) { run in
            let breaker = CircuitBreaker(
                .consecutive(2),
                slowAfter: .never,
                openFor: .seconds(1),
                scheduler: run.scheduler("timer")
            )
            let call = Observable<Int>.error(TestError()).protected(by: breaker)
            for name in ["a", "b"] { run.thread(name) { _ = call.subscribe(onError: { _ in }) } }
            let states = Log<CircuitBreaker.State>()
            let subscription = breaker.state.subscribe(onNext: { states.add($0) })
            run.check {
                // The timer's thread has gone on to the trials.
                run.expect(breaker.currentState == .halfOpen, "\(breaker.currentState)")
                run.expect(states.entries.last == .halfOpen, "\(states.entries)")
                let trial = PublishSubject<Int>()
                let (first, second) = (Log<String>(), Log<String>())
                let subscriptions = [first, second].map { log in
                    trial.protected(by: breaker).subscribe(
                        onNext: { _ in log.add("next") },
                        onError: { log.add("\($0 is CircuitBreaker.Rejection)") }
                    )
                }
                run.expect(first.entries == [] && second.entries == ["true"], "\(first.entries), \(second.entries)")
                trial.onCompleted()
                run.expect(breaker.currentState == .closed, "\(breaker.currentState)")
                for subscription in subscriptions { subscription.dispose() }
                subscription.dispose()
            }
        }
    }

    /// A circuit breaker half-opens, and a trial opens it again, while the thread that has opened it first stores its timer.
    func testACircuitBreakerOpensAgain() {
        explored(random: 4_000) { run in
            let breaker = CircuitBreaker(
                .consecutive(1),
                slowAfter: .never,
                openFor: .seconds(1),
                scheduler: run.scheduler("timer")
            )
            let call = Observable<Int>.error(TestError()).protected(by: breaker)
            for name in ["a", "b"] { run.thread(name) { _ = call.subscribe(onError: { _ in }) } }
            run.check { run.expect(breaker.currentState == .halfOpen, "\(breaker.currentState)") }
        }
    }

    /// Two calls ask for the one trial.
    func testTwoTrialsOfACircuitBreaker() {
        explored(random: 4_000) { run in
            let clock = TestScheduler(initialClock: 0)
            let breaker = CircuitBreaker(
                .consecutive(1),
                slowAfter: .never,
                openFor: .seconds(1),
                scheduler: clock
            )
            _ = Observable<Int>.error(TestError()).protected(by: breaker).subscribe(onError: { _ in })
            clock.start()
            run.expect(breaker.currentState == .halfOpen, "\(breaker.currentState)")
            let (trial, results) = (PublishSubject<Int>(), Log<Bool>())
            let subscriptions = Log<Disposable>()
            for name in ["a", "b"] {
                run.thread(name) {
                    let call = trial.protected(by: breaker)
                    subscriptions.add(call.subscribe(onError: { results.add($0 is CircuitBreaker.Rejection) }))
                }
            }
            run.check {
                run.expect(results.entries == [true], "\(results.entries)")
                run.expect(breaker.rejections == 1, "\(breaker.rejections) rejections")
                for subscription in subscriptions.entries { subscription.dispose() }
            }
        }
    }
}
