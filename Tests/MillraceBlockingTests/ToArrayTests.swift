import Millrace
import MillraceBlocking
import TestSupport
import XCTest

final class ToArrayTests: XCTestCase {
    func testNoElements() throws {
        XCTAssertEqual(try Observable<Int>.empty().toBlocking().toArray(), [])
    }

    func testOneElement() throws {
        XCTAssertEqual(try Observable.just(42).toBlocking().toArray(), [42])
    }

    func testSeveralElements() throws {
        XCTAssertEqual(try Observable.of(42, 43, 44, 42).toBlocking().toArray(), [42, 43, 44, 42])
    }

    func testTheSourcesErrorIsThrown() {
        let source = Observable.of(1, 2).concat(Observable.error(TestError("broken")))
        XCTAssertThrowsError(try source.toBlocking().toArray()) {
            XCTAssertEqual($0 as? TestError, TestError("broken"))
        }
    }

    func testEachCallSubscribesAnew() throws {
        let subscriptions = Counter()
        let blocking = Observable<Int>.deferred { .just(subscriptions.add()) }.toBlocking()
        XCTAssertEqual(try blocking.toArray(), [1])
        XCTAssertEqual(try blocking.toArray(), [2])
    }

    func testElementsAreNotSubscribedToBeforeTheCall() {
        let subscriptions = Counter()
        _ = Observable<Int>.deferred { .just(subscriptions.add()) }.toBlocking()
        XCTAssertEqual(subscriptions.value, 0)
    }

    func testASubjectIsConvertedToo() throws {
        let subject = ReplaySubject<Int>.createUnbounded()
        subject.onNext(1)
        subject.onNext(2)
        subject.onCompleted()
        XCTAssertEqual(try subject.toBlocking().toArray(), [1, 2])
    }

    func testASingleIsConvertedToo() throws {
        XCTAssertEqual(try Observable.of(1, 2).toArray().toBlocking().first(), [1, 2])
    }

    func testTheSubscriptionIsDisposedWhenTheSourceCompletes() throws {
        let disposals = Counter()
        let source = Observable<Int>.create { observer in
            observer.onNext(1)
            observer.onCompleted()
            return Disposables.create { disposals.add() }
        }
        XCTAssertEqual(try source.toBlocking().toArray(), [1])
        XCTAssertEqual(disposals.value, 1)
    }

    func testTheSubscriptionIsDisposedWhenTheSourceFails() {
        let disposals = Counter()
        let source = Observable<Int>.create { observer in
            observer.onError(TestError())
            return Disposables.create { disposals.add() }
        }
        XCTAssertThrowsError(try source.toBlocking().toArray())
        XCTAssertEqual(disposals.value, 1)
    }

    func testEventsAfterTheEndAreIgnored() throws {
        let source = Observable<Int>.create { observer in
            observer.onNext(1)
            observer.onCompleted()
            observer.onNext(2)
            observer.onError(TestError())
            return Disposables.create()
        }
        XCTAssertEqual(try source.toBlocking().toArray(), [1])
    }

    func testItSubscribesOnTheCallingThread() throws {
        let thread = Box<UInt>(0)
        let source = Observable<Int>.deferred {
            thread.value = TestThread.currentID
            return .empty()
        }
        _ = try source.toBlocking().toArray()
        XCTAssertEqual(thread.value, TestThread.currentID)
    }
}
