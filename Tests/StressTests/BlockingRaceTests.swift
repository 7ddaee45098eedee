import Dispatch
import Foundation
import Millrace
import MillraceBlocking
import TestSupport
import XCTest

/// A source that ends while the wait for it is given up.
final class BlockingRaceTests: StressTestCase {
    private let rounds = TestMode.size(300, sanitized: 100)
    private let elements = 20

    /// Emits 0 to `elements` - 1 and completes, around the time of the timeout; waits `timeout` seconds.
    private func race(_ round: Int, timeout: TimeInterval, wait: (BlockingObservable<Int>) -> Void) {
        let subject = PublishSubject<Int>()
        let isSubscribed = Moment()
        let start = DispatchTime.now()
        let emitter = TestThread { [elements] in
            isSubscribed.wait()
            // Spins, so that it is there within a fraction of the time that a sleep takes.
            let end = start + .nanoseconds(Int(timeout * 1e9) + (round % 41 - 20) * 10_000)
            while DispatchTime.now() < end { sched_yield() }
            for element in 0..<elements { subject.onNext(element) }
            subject.onCompleted()
        }
        wait(subject.do(onSubscribed: { isSubscribed.set() }).toBlocking(timeout: timeout))
        XCTAssertFalse(subject.hasObservers, "round \(round)")
        emitter.join()
    }

    private func raceTimeouts() {
        for round in 0..<rounds {
            race(round, timeout: 0.001) { blocking in
                switch blocking.materialize() {
                case .completed(let found):
                    XCTAssertEqual(found, Array(0..<elements), "round \(round)")
                case .failed(let found, let error):
                    guard case RxError.timeout = error else { return XCTFail("round \(round): \(error)") }
                    XCTAssertEqual(found, Array(0..<found.count), "round \(round)")
                }
            }
        }
    }

    func testCompletionAndTimeoutOnTheMainThread() {
        XCTAssertTrue(Thread.isMainThread)
        raceTimeouts()
    }

    func testCompletionAndTimeoutOnAnotherThread() {
        TestThread { self.raceTimeouts() }.join()
    }

    func testCapturesAreGoneWhateverWins() {
        let tally = Token.Tally()
        for round in 0..<rounds {
            let token = Token(tally)
            race(round, timeout: 0.0005) { blocking in
                _ = try? blocking.single { token.keep($0 == round % 20) }
            }
        }
        XCTAssertEqual(tally.count, 0)
    }

    func testTheMainThreadMissesNoEnd() {
        XCTAssertTrue(Thread.isMainThread)
        let subject = PublishSubject<Int>()
        let isOver = Counter()
        let emitter = TestThread {
            while isOver.value == 0 { subject.onNext(1) }
        }
        for round in 0..<TestMode.size(20_000, sanitized: 1_000) {
            // An end that is missed is found at the timeout.
            let limit = DispatchTime.now() + 60
            let element = (try? subject.toBlocking(timeout: 120).first()) ?? nil
            if element != 1 || DispatchTime.now() > limit {
                XCTFail("round \(round): \(element as Any)")
                break
            }
        }
        isOver.add()
        emitter.join()
    }

    func testManyThreadsWaitAndNoneMissesItsEnd() {
        let subject = PublishSubject<Int>()
        let isOver = Counter()
        let found = Counter()
        let perThread = TestMode.size(2_000, sanitized: 200)
        let emitter = TestThread {
            var sent = 0
            while isOver.value < 4 {
                subject.onNext(1)
                sent += 1
                // Lets the others in, but not each time: beside busy processes that costs a turn of theirs.
                if sent % 64 == 0 { sched_yield() }
            }
        }
        let waiting = (0..<4).map { _ in
            TestThread {
                for _ in 0..<perThread where (try? subject.toBlocking().first()) == 1 { found.add() }
                isOver.add()
            }
        }
        for thread in waiting { XCTAssertTrue(thread.join(timeout: 600), "a wait does not end") }
        isOver.set(4)
        emitter.join()
        XCTAssertEqual(found.value, 4 * perThread)
        XCTAssertFalse(subject.hasObservers)
    }

    /// The thread that waits looks whether it runs the scheduler's work itself.
    func testVirtualTimeMayBeStartedWhileAnotherThreadBeginsToWait() {
        let racer = Racer()
        for round in 0..<TestMode.size(20_000, debug: 5_000, sanitized: 1_000) {
            let scheduler = HistoricalScheduler()
            let isSubscribed = Counter()
            let source = Observable<Int>.timer(.seconds(5), scheduler: scheduler)
                .do(onSubscribed: { isSubscribed.setOrdered(1) })
            let found = Box<[Int]?>(nil)
            racer.race(
                {
                    waitUntil { isSubscribed.ordered != 0 }
                    scheduler.start()
                },
                { found.value = try? source.toBlocking(timeout: 60).toArray() }
            )
            XCTAssertEqual(found.value, [0], "round \(round)")
        }
        racer.stop()
    }
}
