import Foundation
import Millrace
import MillraceBlocking
import TestSupport
import XCTest

final class TimeoutTests: XCTestCase {
    private func assertTimesOut(file: StaticString = #filePath, line: UInt = #line, _ body: () throws -> Void) {
        XCTAssertThrowsError(try body(), file: file, line: line) {
            guard case RxError.timeout = $0 else { return XCTFail("\($0)", file: file, line: line) }
        }
    }

    func testEveryFunctionTimesOut() {
        let blocking = Observable<Int>.never().toBlocking(timeout: 0.01)
        assertTimesOut { _ = try blocking.toArray() }
        assertTimesOut { _ = try blocking.first() }
        assertTimesOut { _ = try blocking.last() }
        assertTimesOut { _ = try blocking.single() }
        assertTimesOut { _ = try blocking.single { _ in true } }
    }

    func testItTimesOutOnAnotherThreadToo() {
        TestThread {
            self.assertTimesOut { _ = try Observable<Int>.never().toBlocking(timeout: 0.01).first() }
        }.join()
    }

    func testItDoesNotTimeOutEarly() {
        for onMainThread in [true, false] {
            let measure = {
                let start = DispatchTime.now().uptimeNanoseconds
                self.assertTimesOut { _ = try Observable<Int>.never().toBlocking(timeout: 0.05).first() }
                XCTAssertGreaterThanOrEqual(DispatchTime.now().uptimeNanoseconds - start, 50_000_000)
            }
            if onMainThread { measure() } else { TestThread(measure).join() }
        }
    }

    func testWithZeroWhatComesDuringSubscribingCounts() throws {
        XCTAssertEqual(try Observable.of(1, 2).toBlocking(timeout: 0).toArray(), [1, 2])
        XCTAssertEqual(try Observable.of(1).concat(Observable.never()).toBlocking(timeout: 0).first(), 1)
        assertTimesOut { _ = try Observable.of(1).concat(Observable.never()).toBlocking(timeout: 0).toArray() }
        TestThread {
            XCTAssertEqual(try? Observable.of(1, 2).toBlocking(timeout: 0).toArray(), [1, 2])
            self.assertTimesOut { _ = try Observable<Int>.never().toBlocking(timeout: 0).toArray() }
        }.join()
    }

    func testVeryLongTimeoutsAreAsGoodAsNone() throws {
        for timeout in [3e9, 1e18, .greatestFiniteMagnitude, .infinity] {
            let source = Observable<Int>.timer(
                .milliseconds(1),
                scheduler: ConcurrentDispatchQueueScheduler(qos: .default)
            )
            XCTAssertEqual(try source.toBlocking(timeout: timeout).toArray(), [0])
            TestThread { XCTAssertEqual(try? source.toBlocking(timeout: timeout).toArray(), [0]) }.join()
        }
    }

    func testATimeoutDisposes() {
        let subject = PublishSubject<Int>()
        assertTimesOut { _ = try subject.toBlocking(timeout: 0.01).first() }
        XCTAssertFalse(subject.hasObservers)
    }

    func testEachCallHasTheWholeTime() throws {
        let scheduler = SerialDispatchQueueScheduler(qos: .default)
        let blocking = Observable<Int>.timer(.milliseconds(20), scheduler: scheduler).toBlocking(timeout: 60)
        XCTAssertEqual(try blocking.first(), 0)
        XCTAssertEqual(try blocking.first(), 0)
    }

    func testWhatComesAfterTheTimeoutIsIgnored() {
        let observer = Box<AnyObserver<Int>?>(nil)
        // Emits on, disposed or not, as a careless source does.
        let source = Observable<Int>.create {
            observer.value = $0
            $0.onNext(1)
            return Disposables.create()
        }
        let result = source.toBlocking(timeout: 0.01).materialize()
        observer.value?.onNext(2)
        observer.value?.onCompleted()
        guard case .failed(let elements, RxError.timeout) = result else { return XCTFail("\(result)") }
        XCTAssertEqual(elements, [1])
    }
}
