import Millrace
import XCTest

final class SingleAssignmentDisposableTests: XCTestCase {
    private let log = DisposalLog()

    func testDisposingItDisposesWhatWasSet() {
        let single = SingleAssignmentDisposable()
        single.setDisposable(log.probe("a"))
        XCTAssertFalse(single.isDisposed)
        XCTAssertEqual(log.entries, [])
        single.dispose()
        single.dispose()
        XCTAssertTrue(single.isDisposed)
        XCTAssertEqual(log.entries, ["a"])
    }

    func testWhatIsSetAfterDisposalIsDisposedAtOnce() {
        let single = SingleAssignmentDisposable()
        single.dispose()
        XCTAssertTrue(single.isDisposed)
        single.setDisposable(log.probe("a"))
        XCTAssertEqual(log.entries, ["a"])
    }

    func testItTakesAUsersOwnTypeAndReleasesItWhenDisposed() {
        let single = SingleAssignmentDisposable()
        single.setDisposable(log.foreign("a"))
        XCTAssertEqual(log.probes, 1)
        single.dispose()
        XCTAssertEqual(log.entries, ["a"])
        XCTAssertEqual(log.probes, 0)
    }

    func testOneThatIsReleasedReleasesItsContentUndisposed() {
        var single: SingleAssignmentDisposable? = SingleAssignmentDisposable()
        single?.setDisposable(log.foreign("a"))
        XCTAssertEqual(log.probes, 1)
        single = nil
        XCTAssertEqual(log.probes, 0)
        XCTAssertEqual(log.entries, [])
    }

    func testTheContentMayDisposeIt() {
        let single = SingleAssignmentDisposable()
        single.setDisposable(
            Disposables.create { [log] in
                single.dispose()
                log.write("a")
            }
        )
        single.dispose()
        XCTAssertEqual(log.entries, ["a"])
    }
}
