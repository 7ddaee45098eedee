import Millrace
import TestSupport
import XCTest

/// Elements that nobody but the queue behind `observe(on:)` holds: the consumer may release one the moment it is there.
/// Optimized code is what can get that wrong.
final class ObserveOnReferenceTests: StressTestCase {
    private let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "ObserveOnReferenceTests")

    /// Sends elements on two threads, disposing in between, and looks that none is left.
    private func send(through observe: (PublishSubject<Token>) -> Observable<Token>) {
        let tally = Token.Tally()
        for round in 0..<TestMode.size(200, debug: 20, sanitized: 20) {
            let subject = PublishSubject<Token>()
            let arrived = Counter()
            let subscription = observe(subject).subscribe(onNext: { token in
                token.keep()
                arrived.add()
            })
            let threads = (0..<2).map { _ in
                TestThread { for _ in 0..<5_000 { subject.onNext(Token(tally)) } }
            }
            if round % 2 == 0 {
                waitUntil { arrived.value >= 100 }
                subscription.dispose()
            }
            for thread in threads { thread.join() }
            subject.onCompleted()
            subscription.dispose()
        }
        drain()
        XCTAssertEqual(tally.count, 0)
    }

    /// Waits until the queue has done all that is scheduled.
    private func drain() {
        let drained = expectation(description: "the queue is empty")
        _ = scheduler.schedule(()) { _ in
            drained.fulfill()
            return Disposables.create()
        }
        wait(for: [drained], timeout: 60)
    }

    func testWithoutABound() {
        send { $0.observe(on: self.scheduler) }
    }

    func testDroppingTheOldest() {
        send { $0.observe(on: self.scheduler, capacity: 100, overflow: .dropOldest) }
    }

    func testDroppingTheNewest() {
        send { $0.observe(on: self.scheduler, capacity: 100, overflow: .dropNewest) }
    }
}
