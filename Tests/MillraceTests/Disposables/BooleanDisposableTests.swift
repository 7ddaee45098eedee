import Millrace
import XCTest

final class BooleanDisposableTests: XCTestCase {
    func testItRemembersItsDisposal() {
        let disposable = BooleanDisposable()
        XCTAssertFalse(disposable.isDisposed)
        disposable.dispose()
        XCTAssertTrue(disposable.isDisposed)
        disposable.dispose()
        XCTAssertTrue(disposable.isDisposed)
    }

    func testItBeginsAsItIsTold() {
        XCTAssertTrue(BooleanDisposable(isDisposed: true).isDisposed)
        let disposable = BooleanDisposable(isDisposed: false)
        XCTAssertFalse(disposable.isDisposed)
        disposable.dispose()
        XCTAssertTrue(disposable.isDisposed)
    }
}
