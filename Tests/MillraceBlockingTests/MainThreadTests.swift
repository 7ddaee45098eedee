import CoreFoundation
import Foundation
import Millrace
import MillraceBlocking
import TestSupport
import XCTest

/// What is served while the main thread waits. The tests of XCTest run on it.
final class MainThreadTests: XCTestCase {
    override func setUp() {
        super.setUp()
        XCTAssertTrue(Thread.isMainThread)
    }

    func testTheMainQueueIsServed() throws {
        let source = Observable<Int>.create { observer in
            DispatchQueue.main.async {
                XCTAssertTrue(Thread.isMainThread)
                observer.onNext(1)
                observer.onCompleted()
            }
            return Disposables.create()
        }
        // The end of the source ends the wait, not the timeout.
        let start = Date()
        XCTAssertEqual(try source.toBlocking(timeout: 120).toArray(), [1])
        XCTAssertLessThan(Date().timeIntervalSince(start), 60)
    }

    func testMainSchedulersAreServed() throws {
        let operations = OperationQueueScheduler(operationQueue: .main)
        let background = ConcurrentDispatchQueueScheduler(qos: .default)
        let schedulers: [ImmediateSchedulerType] = [
            MainScheduler.instance, MainScheduler.asyncInstance, ConcurrentMainScheduler.instance, operations,
        ]
        for scheduler in schedulers {
            let here = Observable.of(1, 2, 3)
            XCTAssertEqual(try here.observe(on: scheduler).toBlocking(timeout: 60).toArray(), [1, 2, 3])
            XCTAssertEqual(try here.subscribe(on: scheduler).toBlocking(timeout: 60).toArray(), [1, 2, 3])
            let elsewhere = Observable.of(1, 2, 3, scheduler: background)
            XCTAssertEqual(try elsewhere.observe(on: scheduler).toBlocking(timeout: 60).toArray(), [1, 2, 3])
        }
    }

    func testTimersOnTheMainSchedulerFire() throws {
        let source = Observable<Int>.interval(.milliseconds(1), scheduler: MainScheduler.instance)
        XCTAssertEqual(try source.take(3).toBlocking(timeout: 60).toArray(), [0, 1, 2])
    }

    func testInsideAnActionOfTheMainSchedulerThatIsNoBlockOfTheQueue() {
        let result = Box<[Int]?>(nil)
        _ = MainScheduler.instance.schedule(()) { _ in
            result.value = try? Observable.of(1, 2).observe(on: MainScheduler.instance).toBlocking(timeout: 60)
                .toArray()
            return Disposables.create()
        }
        XCTAssertEqual(result.value, [1, 2])
    }

    func testTimersOfTheRunLoopFire() throws {
        let source = Observable<Int>.create { observer in
            let timer = Timer.scheduledTimer(withTimeInterval: 0.001, repeats: false) { _ in
                observer.onNext(1)
                observer.onCompleted()
            }
            return Disposables.create { timer.invalidate() }
        }
        XCTAssertEqual(try source.toBlocking(timeout: 60).toArray(), [1])
    }

    func testAWaitInsideOfAWaitDoesNotTakeItsEnd() throws {
        // A timer of the outer wait's run loop waits in turn; the outer source ends during that.
        let subject = PublishSubject<Int>()
        let inner = Box<Int?>(nil)
        let timer = Timer.scheduledTimer(withTimeInterval: 0.001, repeats: false) { _ in
            let source = Observable<Int>.create { observer in
                let thread = TestThread {
                    subject.onNext(1)
                    subject.onCompleted()
                    DispatchQueue.main.async {
                        // By now the outer wait has been told.
                        observer.onNext(2)
                        observer.onCompleted()
                    }
                }
                return Disposables.create { withExtendedLifetime(thread) {} }
            }
            inner.value = (try? source.toBlocking(timeout: 60).first()) ?? nil
        }
        let start = Date()
        XCTAssertEqual(try subject.toBlocking(timeout: 120).toArray(), [1])
        XCTAssertLessThan(Date().timeIntervalSince(start), 60)
        XCTAssertEqual(inner.value, 2)
        timer.invalidate()
    }

    func testARunLoopThatSomebodyStopsIsWaitedInAllTheSame() throws {
        let source = Observable<Int>.create { observer in
            DispatchQueue.main.async {
                CFRunLoopStop(CFRunLoopGetCurrent())
                DispatchQueue.main.async {
                    observer.onNext(1)
                    observer.onCompleted()
                }
            }
            return Disposables.create()
        }
        XCTAssertEqual(try source.toBlocking(timeout: 60).toArray(), [1])
    }
}
