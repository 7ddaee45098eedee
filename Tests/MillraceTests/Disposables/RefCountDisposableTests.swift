import Millrace
import XCTest

final class RefCountDisposableTests: XCTestCase {
    private let log = DisposalLog()

    func testWithoutDependentsDisposingItIsEnough() {
        let refCount = RefCountDisposable(disposable: log.probe("a"))
        XCTAssertFalse(refCount.isDisposed)
        refCount.dispose()
        XCTAssertTrue(refCount.isDisposed)
        refCount.dispose()
        XCTAssertEqual(log.entries, ["a"])
    }

    func testItWaitsForTheLastDependent() {
        let refCount = RefCountDisposable(disposable: log.probe("a"))
        let first = refCount.retain()
        let second = refCount.retain()
        refCount.dispose()
        XCTAssertFalse(refCount.isDisposed)
        first.dispose()
        first.dispose()
        XCTAssertFalse(refCount.isDisposed)
        XCTAssertEqual(log.entries, [])
        second.dispose()
        XCTAssertTrue(refCount.isDisposed)
        XCTAssertEqual(log.entries, ["a"])
    }

    func testItOutlivesItsDependentsUntilItIsDisposed() {
        let refCount = RefCountDisposable(disposable: log.probe("a"))
        refCount.retain().dispose()
        XCTAssertFalse(refCount.isDisposed)
        let later = refCount.retain()
        later.dispose()
        XCTAssertEqual(log.entries, [])
        refCount.dispose()
        XCTAssertEqual(log.entries, ["a"])
    }

    func testADependentTakenAfterItsDisposalKeepsItWhileOthersDo() {
        let refCount = RefCountDisposable(disposable: log.probe("a"))
        let first = refCount.retain()
        refCount.dispose()
        let second = refCount.retain()
        first.dispose()
        XCTAssertFalse(refCount.isDisposed)
        second.dispose()
        XCTAssertTrue(refCount.isDisposed)
        XCTAssertEqual(log.entries, ["a"])
    }

    func testADependentTakenTooLateDoesNothing() {
        let refCount = RefCountDisposable(disposable: log.probe("a"))
        refCount.dispose()
        refCount.retain().dispose()
        XCTAssertEqual(log.entries, ["a"])
    }

    func testTheUnderlyingIsReleasedOnceDisposed() {
        let refCount = RefCountDisposable(disposable: log.foreign("a"))
        let dependent = refCount.retain()
        refCount.dispose()
        XCTAssertEqual(log.probes, 1)
        dependent.dispose()
        XCTAssertEqual(log.probes, 0)
    }

    func testADependentKeepsItAlive() {
        var refCount: RefCountDisposable? = RefCountDisposable(disposable: log.foreign("a"))
        let dependent = refCount!.retain()
        refCount?.dispose()
        refCount = nil
        XCTAssertEqual(log.entries, [])
        dependent.dispose()
        XCTAssertEqual(log.entries, ["a"])
        XCTAssertEqual(log.probes, 0)
    }

    func testOneThatIsReleasedReleasesTheUnderlyingUndisposed() {
        var refCount: RefCountDisposable? = RefCountDisposable(disposable: log.foreign("a"))
        var dependent: Disposable? = refCount!.retain()
        refCount = nil
        XCTAssertEqual(log.probes, 1)
        dependent = nil
        XCTAssertNil(dependent)
        XCTAssertEqual(log.probes, 0)
        XCTAssertEqual(log.entries, [])
    }
}
