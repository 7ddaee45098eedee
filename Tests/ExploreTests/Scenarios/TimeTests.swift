import Millrace
import MillraceExplore
import MillraceOperators
import TestSupport
import XCTest

/// Operators with a scheduler, whose actions a thread of its own runs: each span is as long or short as the schedule has it.
final class TimeTests: ExploreTestCase {
    private let second = RxTimeInterval.seconds(1)

    func testDelay() {
        timed {
            $0.delay(self.second, scheduler: $1)
        } isFine: {
            $0.marks == "1 2 |"
        }
    }

    func testDelayWhenTheSourceFails() {
        timed(source: {
            $0.send(1, 2); $0.onError(TestError())
        }) {
            $0.delay(self.second, scheduler: $1)
        } isFine: {
            ["x(error)", "1 x(error)", "1 2 x(error)"].contains($0.marks)
        }
    }

    func testTimeout() {
        timed {
            $0.timeout(self.second, scheduler: $1)
        } isFine: { watch in
            let rest = watch.elements == Array([1, 2].prefix(watch.elements.count))
            return rest && watch.hasEnded && (watch.marks == "1 2 |" || watch.marks.contains("x("))
        }
    }

    func testTimeoutToAnother() {
        timed {
            $0.timeout(self.second, other: Observable.just(11), scheduler: $1)
        } isFine: {
            ["1 2 |", "11 |", "1 11 |", "1 2 11 |"].contains($0.marks)
        }
    }

    /// The time elapses while the source is being subscribed to.
    func testTimeoutWhileItIsSubscribed() {
        explored(random: 4_000) { run in
            let (source, other) = (Source(), PublishSubject<Int>())
            let timer = run.scheduler("timer")
            let watch = Watch<Int>(run)
            run.thread("subscribes") {
                watch.watch(source.observable.timeout(self.second, other: other, scheduler: timer))
            }
            run.check {
                run.expect(other.hasObservers, "the time has not elapsed")
                source.expectDisposed(run)
                other.sendAll(1)
                run.expect(watch.marks == "1 |", watch.marks)
                watch.expectReleased()
            }
        }
    }

    /// The first span elapses, and the next one begins, while the thread that subscribes stores the first timer.
    func testKeepAliveWhileItIsSubscribed() {
        explored(random: 4_000) { run in
            let timer = run.scheduler("timer")
            let watch = Watch<Int>(run)
            run.thread("subscribes") {
                watch.watch(Observable<Int>.never().keepAlive(every: self.second, scheduler: timer) { 0 }.take(2))
            }
            run.check {
                run.expect(watch.marks == "0 0 |", watch.marks)
                watch.expectReleased()
            }
        }
    }

    /// The scheduler subscribes to the source while the thread that has asked for it stores the scheduler's action.
    func testDelaySubscriptionWhileItIsStored() {
        explored(random: 4_000) { run in
            let (subject, timer) = (PublishSubject<Int>(), run.scheduler("timer"))
            let watch = Watch<Int>(run)
            run.thread("subscribes") { watch.watch(subject.delaySubscription(self.second, scheduler: timer)) }
            run.check {
                subject.send(1)
                run.expect(watch.marks == "1", watch.marks)
                watch.expectReleased()
                run.expect(!subject.hasObservers, "an observer is left")
            }
        }
    }

    func testDebounce() {
        timed {
            $0.debounce(self.second, scheduler: $1)
        } isFine: {
            ["2 |", "1 2 |"].contains($0.marks)
        }
    }

    func testDebounceWhenTheSourceFails() {
        timed(source: {
            $0.send(1, 2); $0.onError(TestError())
        }) {
            $0.debounce(self.second, scheduler: $1)
        } isFine: {
            ["x(error)", "1 x(error)", "2 x(error)", "1 2 x(error)"].contains($0.marks)
        }
    }

    func testThrottle() {
        timed {
            $0.throttle(self.second, scheduler: $1)
        } isFine: {
            $0.marks == "1 2 |"
        }
    }

    func testThrottleFirst() {
        timed {
            $0.throttle(self.second, latest: false, scheduler: $1)
        } isFine: {
            ["1 |", "1 2 |"].contains($0.marks)
        }
    }

    func testTakeFor() {
        timed {
            $0.take(for: self.second, scheduler: $1)
        } isFine: {
            ["|", "1 |", "1 2 |"].contains($0.marks)
        }
    }

    func testSkipFor() {
        timed {
            $0.skip(self.second, scheduler: $1)
        } isFine: {
            ["|", "2 |", "1 2 |"].contains($0.marks)
        }
    }

    func testDelaySubscription() {
        timed {
            $0.delaySubscription(self.second, scheduler: $1)
        } isFine: {
            ["|", "2 |", "1 2 |"].contains($0.marks)
        }
    }

    func testSubscribeOn() {
        timed {
            $0.subscribe(on: $1)
        } isFine: {
            ["|", "2 |", "1 2 |"].contains($0.marks)
        }
    }

    func testRetryAfterATimer() {
        explored(most: 1, random: 10_000) { run in
            let timer = run.scheduler("timer")
            let subjects = [PublishSubject<Int>(), PublishSubject<Int>()]
            let attempts = Counter()
            let source = Observable<Int>.deferred { subjects[min(attempts.add() - 1, 1)] }
            let watch = Watch<Int>(run, isSerial: false).watch(
                source.retry(when: { (errors: Observable<Error>) in
                    errors.flatMap { _ in Observable<Int>.timer(.seconds(1), scheduler: timer) }
                })
            )
            run.thread("first") {
                subjects[0].onNext(1); subjects[0].onError(TestError())
            }
            run.thread("second") { subjects[1].sendAll(2) }
            run.check {
                run.expect(watch, oneOf: ["1 |", "1 2 |"])
                run.expect(attempts.value == 2, "\(attempts.value) attempts")
                watch.expectReleased()
                run.expect(subjects.allSatisfy { !$0.hasObservers }, "a subscription is left")
            }
        }
    }

    // MARK: On another thread

    func testObserveOn() {
        timed {
            $0.observe(on: $1)
        } isFine: {
            $0.marks == "1 2 |"
        }
    }

    func testObserveOnWhenTheSourceFails() {
        timed(source: {
            $0.send(1, 2); $0.onError(TestError())
        }) {
            $0.observe(on: $1)
        } isFine: {
            $0.marks == "1 2 x(error)"
        }
    }

    /// Two threads send into one queue.
    private func twoSend(
        line: UInt = #line,
        _ apply: @escaping (Observable<Int>, ExploreScheduler) -> Observable<Int>
    ) {
        explored(most: 1, random: 10_000, line: line) { run in
            let subject = PublishSubject<Int>()
            let watch = Watch<Int>(run).watch(apply(subject, run.scheduler("consumer")))
            run.thread("a") { subject.send(1, 2) }
            run.thread("b") { subject.send(11, 12) }
            run.check {
                run.expect(watch.elements.filter { $0 < 10 } == [1, 2], watch.marks)
                run.expect(watch.elements.filter { $0 > 10 } == [11, 12], watch.marks)
                watch.expectReleased()
                run.expect(!subject.hasObservers)
            }
        }
    }

    func testObserveOnBesideTwoThreads() {
        twoSend { $0.observe(on: $1) }
    }

    func testABoundedQueueBesideTwoThreads() {
        twoSend { $0.observe(on: $1, capacity: 4, overflow: .dropOldest) }
    }

    /// On a scheduler whose actions tasks run.
    func testObserveOnTasks() {
        for disposes in [false, true] {
            explored(most: 1, random: 10_000, races: false) { run in
                let subject = PublishSubject<Int>()
                let watch = Watch<Int>(run).watch(subject.observe(on: ClockScheduler()))
                run.thread("source") { subject.sendAll(1, 2) }
                if disposes { run.thread("disposes") { watch.dispose() } }
                run.check {
                    run.expect(disposes || watch.marks == "1 2 |", watch.marks)
                    watch.expectReleased()
                    run.expect(!subject.hasObservers)
                }
            }
        }
    }

    func testABoundedQueueDropsTheOldest() {
        timed(source: { $0.sendAll(1, 2, 3) }) {
            $0.observe(on: $1, capacity: 1, overflow: .dropOldest)
        } isFine: { watch in
            watch.elements == watch.elements.sorted() && watch.elements.last == 3 && watch.hasEnded
        }
    }

    func testABoundedQueueDropsTheNewest() {
        timed(source: { $0.sendAll(1, 2, 3) }) {
            $0.observe(on: $1, capacity: 1, overflow: .dropNewest)
        } isFine: { watch in
            watch.elements == watch.elements.sorted() && watch.elements.first == 1 && watch.hasEnded
        }
    }

    func testABoundedQueueFails() {
        timed(source: { $0.sendAll(1, 2, 3) }) {
            $0.observe(on: $1, capacity: 1, overflow: .error)
        } isFine: { watch in
            let isAll = watch.marks == "1 2 3 |"
            let isPart = watch.elements == Array([1, 2].prefix(watch.elements.count)) && watch.marks.contains("x(")
            return isAll || (isPart && !watch.elements.isEmpty)
        }
    }

    func testABoundedQueueHoldsItsSourceBack() {
        for disposes in [false, true] {
            explored(most: disposes ? 1 : 2, random: disposes ? 10_000 : 4_000) { run in
                let consumer = run.scheduler("consumer")
                let broadcast = Broadcast<Int>(capacity: 4)
                let watch = Watch<Int>(run).watch(
                    broadcast.asObservable().observe(on: consumer, capacity: 1, overflow: .suspend)
                )
                run.thread("source") {
                    for element in 1...3 { run.expect(broadcast.send(element) == .sent || disposes) }
                    broadcast.finish()
                }
                if disposes { run.thread("disposes") { watch.dispose() } }
                run.check {
                    run.expect(disposes || watch.marks == "1 2 3 |", watch.marks)
                    watch.expectReleased()
                }
            }
        }
    }
}
