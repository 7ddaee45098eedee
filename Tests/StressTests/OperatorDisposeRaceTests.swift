import Foundation
import Millrace
import TestSupport
import XCTest

/// One thread ends or feeds a subscription while another disposes it, for operators that do more than pass events on.
final class OperatorDisposeRaceTests: XCTestCase {
    private final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var count = 0

        func add() {
            lock.lock()
            count += 1
            lock.unlock()
        }

        var value: Int {
            lock.lock()
            defer { lock.unlock() }
            return count
        }
    }

    private final class Token: @unchecked Sendable {}

    // Not made in `init`: all tests are instantiated before the first one runs, and a racer spins.
    private var racer: Racer!

    override func setUp() {
        racer = Racer()
    }

    override func tearDown() {
        racer.stop()
        racer = nil
    }

    func testDisposalWhileCatchGoesOnToTheSecondSource() {
        for round in 0..<TestMode.size(10_000, sanitized: 10_000) {
            let subject = PublishSubject<Int>()
            let (subscribed, disposed, firstDisposed) = (Counter(), Counter(), Counter())
            var token: Token? = Token()
            weak let alive = token
            let second = Observable<Int>.create { observer in
                subscribed.add()
                observer.onNext(2)
                return Disposables.create { disposed.add() }
            }
            let subscription = subject.do(onDispose: { firstDisposed.add() }).catch { _ in second }
                .subscribe(onNext: { [token] _ in _ = token })
            token = nil
            racer.race(delay: round % 200 - 100, { subject.onError(TestError()) }, { subscription.dispose() })
            XCTAssertEqual(firstDisposed.value, 1)
            XCTAssertEqual(disposed.value, subscribed.value)
            XCTAssertNil(alive)
        }
    }

    func testDisposalWhileRecursiveCatchUnwinds() {
        @Sendable func failing(_ count: Int, _ disposed: Counter) -> Observable<Int> {
            Observable<Int>.create { observer in
                if count > 0 { observer.onError(TestError()) } else { observer.onNext(1) }
                return Disposables.create { disposed.add() }
            }.catch { _ in failing(count - 1, disposed) }
        }
        for round in 0..<400 {
            let subject = PublishSubject<Int>()
            let disposed = Counter()
            let depth = round % 151
            let subscription = subject.catch { _ in failing(depth, disposed) }.subscribe(onNext: { _ in })
            racer.race(delay: round % 200 - 100, { subject.onError(TestError()) }, { subscription.dispose() })
            XCTAssertLessThanOrEqual(disposed.value, depth + 1)
            XCTAssertFalse(subject.hasObservers)
        }
    }

    func testOnDisposeOfDoIsCalledOnce() {
        for round in 0..<TestMode.size(10_000, sanitized: 10_000) {
            let subject = PublishSubject<Int>()
            let disposed = Counter()
            let subscription =
                subject
                .do(afterError: { _ in }, afterCompleted: {}, onDispose: { disposed.add() })
                .subscribe(onNext: { _ in }, onError: { _ in })
            racer.race(
                delay: round % 200 - 100,
                { round % 2 == 0 ? subject.onCompleted() : subject.onError(TestError()) },
                { subscription.dispose() }
            )
            XCTAssertEqual(disposed.value, 1)
        }
    }

    func testOnDisposeOfDoIsCalledOnceWhenTheSourceEndsOnAnotherThreadMeanwhile() {
        for round in 0..<TestMode.size(5_000, sanitized: 5_000) {
            let subject = PublishSubject<Int>()
            let disposed = Counter()
            let subscribe: @Sendable () -> Void = {
                _ = subject.do(onDispose: { disposed.add() }).subscribe(onNext: { _ in })
            }
            racer.race(delay: round % 200 - 100, subscribe, { subject.onCompleted() })
            XCTAssertEqual(disposed.value, 1)
        }
    }

    func testASourceWhoseEndWaitsOnItsWayDownIsDisposedOnce() {
        let queue = DispatchQueue(label: "OperatorDisposeRaceTests")
        let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "race")
        let operations: [@Sendable (Observable<Int>) -> Observable<Int>] = [
            { $0.observe(on: scheduler) },
            { $0.observe(on: scheduler, capacity: 2, overflow: .dropOldest) },
            { $0.take(1).observe(on: scheduler).map { $0 } },
            { $0.throttle(.seconds(3_600), scheduler: scheduler) },
            { $0.concat(Observable.empty()) },
        ]
        for round in 0..<TestMode.size(10_000, debug: 4_000, sanitized: 2_000) {
            let sender = Box<AnyObserver<Int>?>(nil)
            let disposals = Counter()
            var token: Token? = Token()
            weak let alive = token
            let source = Observable<Int>.create { observer in
                sender.value = observer
                return Disposables.create { disposals.add() }
            }
            let subscription = operations[round % operations.count](source)
                .subscribe(onNext: { [token] _ in _ = token }, onError: { _ in })
            token = nil
            racer.race(
                // Widely spread, for the queue's thread has to be woken before it delivers the end.
                delay: (round % 200 - 100) * (round % 7 == 0 ? 200 : 1),
                {
                    sender.value?.onNext(1)
                    // What throttle holds back.
                    sender.value?.onNext(2)
                    if round % 3 == 0 { sender.value?.onError(TestError()) } else { sender.value?.onCompleted() }
                },
                { subscription.dispose() }
            )
            sender.value = nil
            // The queue's thread may be the one that disposes the source, and be at it still.
            queue.waitPatiently()
            XCTAssertEqual(disposals.value, 1)
            XCTAssertNil(alive)
        }
    }

    func testNothingFollowsTheEndOfTakeLast() {
        for round in 0..<TestMode.size(5_000, sanitized: 5_000) {
            let subject = PublishSubject<Int>()
            let recorder = Recorder<Int>()
            let subscription = subject.takeLast(4).subscribe(recorder)
            for element in 0..<6 { subject.onNext(element) }
            racer.race(delay: round % 200 - 100, { subject.onCompleted() }, { subscription.dispose() })
            let marks = recorder.marks
            XCTAssertEqual(marks, Array(["2", "3", "4", "5", "|"].prefix(marks.count)))
        }
    }
}
