import CMillrace
import Foundation
import Millrace
import TestSupport
import XCTest

final class ManySubscribersTests: StressTestCase {
    func testManySubscribersOfOneSubject() {
        let count = TestMode.size(1_000_000, debug: 200_000, sanitized: 50_000)
        let subject = PublishSubject<Int>()
        subject.subscribe(onNext: { _ in }).dispose()
        assertMemoryReturns(within: 256 << 10) {
            let heard = Box(0)
            var subscriptions: [Disposable] = []
            subscriptions.reserveCapacity(count)
            for _ in 0..<count { subscriptions.append(subject.subscribe(onNext: { heard.value += $0 })) }
            subject.onNext(1)
            XCTAssertEqual(heard.value, count)
            // Every other one from the front, then the rest from the back.
            for i in stride(from: 0, to: count, by: 2) { subscriptions[i].dispose() }
            subject.onNext(1)
            XCTAssertEqual(heard.value, count + count / 2)
            for i in stride(from: count - 1, to: 0, by: -2) { subscriptions[i].dispose() }
            subject.onNext(1)
            XCTAssertEqual(heard.value, count + count / 2)
            XCTAssertFalse(subject.hasObservers)
        }
    }

    func testManySubscribersAreEndedAtOnce() {
        let count = TestMode.size(1_000_000, debug: 200_000, sanitized: 50_000)
        assertMemoryReturns(within: 256 << 10) {
            let subject = PublishSubject<Int>()
            let ended = Box(0)
            for _ in 0..<count { _ = subject.subscribe(onCompleted: { ended.value += 1 }) }
            subject.onCompleted()
            XCTAssertEqual(ended.value, count)
        }
    }

    func testManyCyclesLeaveNoMemoryBehind() {
        let count = TestMode.size(1_000_000, debug: 200_000, sanitized: 50_000)
        let subject = PublishSubject<Int>()
        let stays = subject.subscribe(onNext: { _ in })
        for _ in 0..<1_000 { subject.subscribe(onNext: { _ in }).dispose() }
        let resident = Memory.resident
        assertMemoryReturns(within: 64 << 10) {
            for cycle in 0..<count {
                // The thread that frees what is retired may be kept waiting for a processor.
                if cycle % 10_000 == 0 { mr_reclaim_wait() }
                subject.subscribe(onNext: { _ in }).dispose()
            }
        }
        if TestMode.measuresMemory { XCTAssertLessThan(Memory.resident - resident, 8 << 20) }
        stays.dispose()
    }

    func testManyShortThreadsLeaveNoMemoryBehind() {
        let subject = PublishSubject<Int>()
        let heard = Counter()
        let stays = subject.subscribe(onNext: { _ in heard.add() })
        func cycle() {
            concurrently(
                { subject.onNext(1) },
                { subject.subscribe(onNext: { _ in }).dispose() }
            )
        }
        for _ in 0..<100 { cycle() }
        let rounds = TestMode.size(5_000, debug: 2_000, sanitized: 200)
        assertMemoryReturns(within: 64 << 10) {
            for _ in 0..<rounds { cycle() }
        }
        XCTAssertEqual(heard.value, rounds + 100)
        stays.dispose()
    }
}
