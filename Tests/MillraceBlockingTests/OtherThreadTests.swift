import Foundation
import Millrace
import MillraceBlocking
import TestSupport
import XCTest

/// The source emits on a thread that does not wait.
final class OtherThreadTests: XCTestCase {
    /// A source that a new thread emits from, once it is subscribed to.
    private func source(_ emit: @escaping (AnyObserver<Int>) -> Void) -> Observable<Int> {
        Observable.create { observer in
            let thread = TestThread { emit(observer) }
            return Disposables.create { withExtendedLifetime(thread) {} }
        }
    }

    private func onBothKindsOfThread(_ body: @escaping () throws -> Void) rethrows {
        try body()
        TestThread {
            do { try body() } catch { XCTFail("\(error)") }
        }.join()
    }

    func testAllElementsArriveInOrder() throws {
        let source = source { observer in
            for element in 0..<1_000 { observer.onNext(element) }
            observer.onCompleted()
        }
        try onBothKindsOfThread { XCTAssertEqual(try source.toBlocking().toArray(), Array(0..<1_000)) }
    }

    func testAnErrorArrives() throws {
        let source = source { observer in
            observer.onNext(1)
            observer.onError(TestError("elsewhere"))
        }
        try onBothKindsOfThread {
            XCTAssertThrowsError(try source.toBlocking().last()) { XCTAssertEqual("\($0)", "elsewhere") }
        }
    }

    func testFirstReturnsWhileTheSourceGoesOn() throws {
        try onBothKindsOfThread {
            let isOver = Moment()
            let source = self.source { observer in
                observer.onNext(1)
                isOver.wait()
                observer.onNext(2)
            }
            XCTAssertEqual(try source.toBlocking().first(), 1)
            isOver.set()
        }
    }

    func testThePredicateIsCalledByTheThreadThatEmits() throws {
        let source = source { observer in
            observer.onNext(1)
            observer.onCompleted()
        }
        let waiting = TestThread.currentID
        let calling = Box<UInt>(waiting)
        XCTAssertEqual(
            try source.toBlocking().single { _ in
                calling.value = TestThread.currentID
                return true
            },
            1
        )
        XCTAssertNotEqual(calling.value, waiting)
    }

    func testSchedulersOfOurOwn() throws {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let schedulers: [ImmediateSchedulerType] = [
            SerialDispatchQueueScheduler(qos: .default),
            ConcurrentDispatchQueueScheduler(qos: .default),
            OperationQueueScheduler(operationQueue: queue),
        ]
        for scheduler in schedulers {
            try onBothKindsOfThread {
                let source = Observable.of(1, 2, 3)
                XCTAssertEqual(try source.observe(on: scheduler).toBlocking().toArray(), [1, 2, 3])
                XCTAssertEqual(try source.subscribe(on: scheduler).toBlocking().toArray(), [1, 2, 3])
                XCTAssertEqual(try Observable.of(1, 2, scheduler: scheduler).toBlocking().last(), 2)
                XCTAssertEqual(try Observable.just(1, scheduler: scheduler).toBlocking().single(), 1)
            }
        }
    }

    func testIntervals() throws {
        let scheduler = ConcurrentDispatchQueueScheduler(qos: .default)
        let source = Observable<Int>.interval(.milliseconds(1), scheduler: scheduler).take(3)
        try onBothKindsOfThread { XCTAssertEqual(try source.toBlocking().toArray(), [0, 1, 2]) }
    }

    func testManyThreadsWaitForOneSubject() {
        let subject = PublishSubject<Int>()
        let isReady = Counter()
        let results = Recorder<Int>()
        let waiting = (0..<8).map { _ in
            TestThread {
                let source = subject.do(onSubscribed: { isReady.add() })
                if let element = try? source.toBlocking().first() { results.onNext(element) }
            }
        }
        waitUntil { isReady.value >= 8 }
        subject.onNext(5)
        for thread in waiting { thread.join() }
        XCTAssertEqual(results.elements, Array(repeating: 5, count: 8))
        XCTAssertFalse(subject.hasObservers)
    }

    func testATimerOfTheWaitingThreadsRunLoopFires() {
        TestThread {
            let source = Observable<Int>.create { observer in
                let timer = Timer(timeInterval: 0.001, repeats: false) { _ in
                    observer.onNext(1)
                    observer.onCompleted()
                }
                RunLoop.current.add(timer, forMode: .default)
                return Disposables.create { timer.invalidate() }
            }
            XCTAssertEqual(try? source.toBlocking(timeout: 60).toArray(), [1])
        }.join()
    }
}
