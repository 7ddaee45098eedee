import Millrace
import MillraceBlocking
import TestSupport
import XCTest

final class MaterializeTests: XCTestCase {
    func testCompletion() {
        guard case .completed(let elements) = Observable.of(1, 2).toBlocking().materialize() else {
            return XCTFail("it did not complete")
        }
        XCTAssertEqual(elements, [1, 2])
    }

    func testNothing() {
        guard case .completed(let elements) = Observable<Int>.empty().toBlocking().materialize() else {
            return XCTFail("it did not complete")
        }
        XCTAssertEqual(elements, [])
    }

    func testFailure() {
        let source = Observable.of(1, 2).concat(Observable.error(TestError()))
        guard case .failed(let elements, let error) = source.toBlocking().materialize() else {
            return XCTFail("it did not fail")
        }
        XCTAssertEqual(elements, [1, 2])
        XCTAssertEqual(error as? TestError, TestError())
    }

    func testATimeoutKeepsWhatCame() {
        let source = Observable.of(1, 2).concat(Observable.never())
        guard case .failed(let elements, let error) = source.toBlocking(timeout: 0.01).materialize() else {
            return XCTFail("it did not fail")
        }
        XCTAssertEqual(elements, [1, 2])
        guard case RxError.timeout = error else { return XCTFail("\(error)") }
    }
}
