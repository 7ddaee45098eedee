import Millrace
import MillraceBlocking
import TestSupport
import XCTest

final class FirstAndLastTests: XCTestCase {
    func testTheFirstOfNoneIsNil() throws {
        XCTAssertNil(try Observable<Int>.empty().toBlocking().first())
    }

    func testTheFirstOfSeveral() throws {
        XCTAssertEqual(try Observable.of(7, 8, 9).toBlocking().first(), 7)
    }

    func testFirstThrowsTheSourcesError() {
        XCTAssertThrowsError(try Observable<Int>.error(TestError()).toBlocking().first()) {
            XCTAssertEqual($0 as? TestError, TestError())
        }
    }

    func testAnErrorAfterTheFirstElementDoesNotMatter() throws {
        let source = Observable.of(1).concat(Observable.error(TestError()))
        XCTAssertEqual(try source.toBlocking().first(), 1)
    }

    func testFirstEndsAnEndlessSource() throws {
        XCTAssertEqual(try Observable.repeatElement(3).toBlocking().first(), 3)
    }

    func testFirstDisposesAtTheFirstElement() throws {
        let log = Recorder<String>()
        let source = Observable<Int>.create { observer in
            observer.onNext(1)
            log.onNext("after the first")
            observer.onNext(2)
            return Disposables.create { log.onNext("disposed") }
        }
        .do(onNext: { log.onNext("\($0)") }, onDispose: { log.onNext("gone") })
        XCTAssertEqual(try source.toBlocking().first(), 1)
        XCTAssertEqual(log.elements, ["1", "after the first", "disposed", "gone"])
    }

    func testASubjectHasNoObserverAfterFirst() throws {
        let subject = BehaviorSubject(value: 5)
        XCTAssertEqual(try subject.toBlocking().first(), 5)
        XCTAssertFalse(subject.hasObservers)
    }

    func testTheLastOfNoneIsNil() throws {
        XCTAssertNil(try Observable<Int>.empty().toBlocking().last())
    }

    func testTheLastOfSeveral() throws {
        XCTAssertEqual(try Observable.of(7, 8, 9).toBlocking().last(), 9)
    }

    func testLastThrowsTheSourcesErrorAlthoughThereWereElements() {
        let source = Observable.of(1, 2).concat(Observable.error(TestError()))
        XCTAssertThrowsError(try source.toBlocking().last()) { XCTAssertEqual($0 as? TestError, TestError()) }
    }

    func testElementsMayBeOptional() throws {
        let first: Int?? = try Observable<Int?>.of(nil, 1).toBlocking().first()
        XCTAssertEqual(first, .some(.none))
        let none: Int?? = try Observable<Int?>.empty().toBlocking().last()
        XCTAssertEqual(none, .none)
    }
}
