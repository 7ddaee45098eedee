import Millrace
import TestSupport
import XCTest

final class DisposeBaseTests: XCTestCase {
    func testWhatADisposableWouldDisposeIsReleasedWithIt() {
        let tally = Token.Tally()
        _ = CurrentThreadScheduler.instance.schedule(0) { _ -> Disposable in
            // Scheduled inside an action, so it runs later, and what it returns hangs on an object of its own.
            let token = Token(tally)
            _ = CurrentThreadScheduler.instance.schedule(0) { _ in
                Disposables.create {
                    token.keep()
                    XCTFail("it was released, not disposed")
                }
            }
            return Disposables.create()
        }
        XCTAssertEqual(tally.count, 0)
    }
}
