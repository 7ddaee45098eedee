import CMillrace
import Foundation
import Millrace
import TestSupport
import XCTest

/// Threads that have emitted and do nothing any more.
final class IdleThreadTests: StressTestCase {
    override func setUpWithError() throws {
        try super.setUpWithError()
        try TestMode.skipUnlessAlone()
    }

    /// Nanoseconds that it takes to dispose a subscription which has heard an event, while an emission is under way.
    private func nanoseconds(_ rounds: Int) -> Double {
        let subject = PublishSubject<Int>()
        var total: UInt64 = 0
        let stays = subject.subscribe(onNext: { [unowned subject] event in
            guard event == 0 else { return }
            for _ in 0..<rounds {
                let subscription = subject.subscribe(onNext: { _ in })
                subject.onNext(1)
                let start = DispatchTime.now().uptimeNanoseconds
                subscription.dispose()
                total += DispatchTime.now().uptimeNanoseconds - start
            }
        })
        subject.onNext(0)
        stays.dispose()
        return Double(total) / Double(rounds)
    }

    func testDisposalTakesNoLongerBesideAThousandIdleThreads() {
        let rounds = TestMode.size(5_000, sanitized: 200)
        let count = TestMode.size(1_000, sanitized: 50)
        func median() -> Double { (0..<7).map { _ in nanoseconds(rounds) }.sorted()[3] }
        _ = median()
        let alone = median()
        let elsewhere = PublishSubject<Int>()
        let stays = elsewhere.subscribe(onNext: { _ in })
        let mayEnd = Moment()
        let emitted = Counter()
        let threads = (0..<count).map { _ in
            TestThread {
                elsewhere.onNext(1)
                emitted.add()
                mayEnd.wait()
            }
        }
        waitUntil { emitted.value >= count }
        _ = median()
        let beside = median()
        XCTAssertGreaterThanOrEqual(mr_thread_count(), count)
        XCTAssertLessThan(mr_thread_count_awake(), count / 10)
        // Looking at one idle thread takes about 9 ns; what else the machine does may double the time of a disposal.
        if TestMode.measuresMemory { XCTAssertLessThan(beside, alone + Double(count), "ns, alone \(alone)") }
        mayEnd.set()
        for thread in threads { thread.join() }
        stays.dispose()
    }

    /// Threads fall asleep between their emissions, and what they visit is disposed meanwhile.
    func testThreadsThatEmitNowAndThenHoldWhatTheyVisit() {
        let subject = PublishSubject<Int>()
        let released = Token.Tally()
        let isOver = Counter()
        let emitters = (0..<3).map { _ in
            TestThread {
                while isOver.value == 0 {
                    subject.onNext(1)
                    usleep(20)
                }
            }
        }
        let heard = Counter()
        let stays = subject.subscribe(onNext: { _ in })
        for _ in 0..<TestMode.size(50_000, debug: 20_000, sanitized: 3_000) {
            let token = Token(released)
            let subscription = subject.subscribe(onNext: { _ in
                token.keep()
                heard.add()
            })
            subject.onNext(2)
            subscription.dispose()
        }
        isOver.set(1)
        for emitter in emitters { emitter.join() }
        XCTAssertEqual(released.count, 0)
        XCTAssertGreaterThan(heard.value, 0)
        stays.dispose()
    }
}
