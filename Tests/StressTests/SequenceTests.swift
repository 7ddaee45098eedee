import Foundation
import Millrace
import TestSupport
import XCTest

/// Every event emitted wholly between `subscribe`'s return and `dispose`'s call arrives exactly once, in each emitter's
/// order.
///
/// `MILLRACE_LONG` runs it with 8 emitters and 64 subscribers for two minutes, and a number there for so many seconds.
final class SequenceTests: StressTestCase {
    /// What one emitter has sent: numbers below `ended` have been sent, those from `began` on have not begun.
    private final class Emitter: @unchecked Sendable {
        let began = Counter()
        let ended = Counter()
    }

    /// What one subscription has heard of each emitter. One emitter's events come one after another.
    private final class History: @unchecked Sendable {
        let first: [Counter]
        let next: [Counter]
        let wrong: Counter

        init(_ emitters: Int, wrong: Counter) {
            first = (0..<emitters).map { _ in Counter(-1) }
            next = (0..<emitters).map { _ in Counter(-1) }
            self.wrong = wrong
        }

        func hear(_ event: Int) {
            let emitter = event & 0xFF
            let number = event >> 8
            let expected = next[emitter].value
            if expected < 0 {
                first[emitter].setOrdered(number)
            } else if number != expected {
                wrong.add()
            }
            next[emitter].setOrdered(number + 1)
        }
    }

    func testEveryEventBetweenSubscribeAndDisposeArrivesOnceInOrder() {
        let emitterCount = TestMode.isLong ? 8 : 3
        let subscriberCount = TestMode.isLong ? 64 : 4
        // How often each subscriber subscribes, unless it is for a time.
        let goal = TestMode.size(20_000, debug: 2_000, sanitized: 1_500)
        let end = TestMode.isLong ? Date(timeIntervalSinceNow: Double(max(TestMode.longSeconds, 120))) : nil
        let subject = PublishSubject<Int>()
        let emitters = (0..<emitterCount).map { _ in Emitter() }
        let isOver = Counter()
        let wrong = Counter()
        let missed = Counter()
        let pairs = Counter()
        let subscriptions = Counter()

        let emitting = emitters.enumerated().map { number, emitter in
            TestThread {
                var i = 0
                while isOver.value == 0 {
                    emitter.began.setOrdered(i + 1)
                    subject.onNext(i << 8 | number)
                    emitter.ended.setOrdered(i + 1)
                    i += 1
                    if i % 256 == 0 { sched_yield() }
                }
            }
        }
        let subscribing = (0..<subscriberCount).map { number in
            TestThread {
                var random = TestRandom(seed: UInt64(number))
                var done = 0
                while end.map({ Date() < $0 }) ?? (done < goal) {
                    done += 1
                    let history = History(emitterCount, wrong: wrong)
                    let subscription =
                        random.below(2) == 0
                        ? subject.subscribe(onNext: { history.hear($0) })
                        : subject.map { $0 }.filter { _ in true }.subscribe(onNext: { history.hear($0) })
                    let from = emitters.map { $0.began.ordered }
                    // Some stay for a few events; now and then one stays for a whole time slice of the others.
                    let stay = emitters[random.below(emitterCount)].ended.value + random.below(50)
                    var spins = 0
                    while emitters.allSatisfy({ $0.ended.value < stay }), spins < 2_000 { spins += 1 }
                    if random.below(16) == 0 { sched_yield() }
                    let to = emitters.map { $0.ended.ordered }
                    subscription.dispose()
                    subscriptions.add()
                    for emitter in 0..<emitterCount where to[emitter] > from[emitter] {
                        let first = history.first[emitter].ordered
                        if first < 0 || first > from[emitter] || history.next[emitter].ordered < to[emitter] {
                            missed.add()
                        }
                        pairs.add(to[emitter] - from[emitter])
                    }
                }
            }
        }
        for thread in subscribing { thread.join() }
        isOver.set(1)
        for thread in emitting { thread.join() }
        XCTAssertEqual(wrong.value, 0, "gaps, duplicates or inversions")
        XCTAssertEqual(missed.value, 0, "subscriptions that missed an event at their beginning or end")
        XCTAssertGreaterThan(pairs.value, 0)
        XCTAssertFalse(subject.hasObservers)
        print("\(subscriptions.value) subscriptions, \(pairs.value) events that had to arrive")
    }
}
