import Millrace
import XCTest

final class SerialDisposableTests: XCTestCase {
    private let log = DisposalLog()

    func testSettingDisposesTheFormerContent() {
        let serial = SerialDisposable()
        serial.disposable = log.probe("a")
        XCTAssertEqual(log.entries, [])
        serial.disposable = log.probe("b")
        XCTAssertEqual(log.entries, ["a"])
        XCTAssertFalse(serial.isDisposed)
        serial.dispose()
        serial.dispose()
        XCTAssertEqual(log.entries, ["a", "b"])
        XCTAssertTrue(serial.isDisposed)
    }

    func testWhatIsSetAfterDisposalIsDisposedAtOnce() {
        let serial = SerialDisposable()
        serial.dispose()
        serial.disposable = log.probe("a")
        XCTAssertEqual(log.entries, ["a"])
        serial.disposable = log.probe("b")
        XCTAssertEqual(log.entries, ["a", "b"])
    }

    func testTheFormerContentIsReleasedWhenItIsReplaced() {
        let serial = SerialDisposable()
        serial.disposable = log.foreign("a")
        serial.disposable = log.foreign("b")
        XCTAssertEqual(log.probes, 1)
        serial.dispose()
        XCTAssertEqual(log.probes, 0)
    }

    func testTheContentCanBeRead() {
        let serial = SerialDisposable()
        let first = BooleanDisposable()
        serial.disposable = first
        XCTAssertTrue(serial.disposable as AnyObject === first)
        let second = log.foreign("second")
        serial.disposable = second
        XCTAssertTrue(serial.disposable as AnyObject === second)
        serial.disposable = StructProbe(name: "third", log: log)
        XCTAssertEqual((serial.disposable as? StructProbe)?.name, "third")
    }

    func testReadingLeavesNoReferenceBehind() {
        let serial = SerialDisposable()
        serial.disposable = log.foreign("a")
        for _ in 0..<10 { XCTAssertTrue(serial.disposable is ForeignProbe) }
        serial.dispose()
        XCTAssertEqual(log.probes, 0)
    }

    func testAnEmptyOneAndADisposedOneHoldOneThatDoesNothing() {
        let serial = SerialDisposable()
        serial.disposable.dispose()
        XCTAssertFalse(serial.isDisposed)
        serial.disposable = log.probe("a")
        XCTAssertEqual(log.entries, [])
        serial.dispose()
        serial.disposable.dispose()
        XCTAssertEqual(log.entries, ["a"])
    }

    func testTheFormerContentFindsTheNewOneInPlace() {
        let serial = SerialDisposable()
        let second = BooleanDisposable()
        var found: AnyObject?
        serial.disposable = Disposables.create { found = serial.disposable as AnyObject }
        serial.disposable = second
        XCTAssertTrue(found === second)
    }

    func testTheContentFindsADisposedOneWhenItIsDisposedWithIt() {
        let serial = SerialDisposable()
        var isDisposed = false
        serial.disposable = Disposables.create { [log] in
            isDisposed = serial.isDisposed
            serial.disposable.dispose()
            serial.disposable = log.probe("late")
            log.write("content")
        }
        serial.dispose()
        XCTAssertTrue(isDisposed)
        XCTAssertEqual(log.entries, ["late", "content"])
    }

    func testOneThatIsReleasedReleasesItsContentUndisposed() {
        var serial: SerialDisposable? = SerialDisposable()
        serial?.disposable = log.foreign("a")
        XCTAssertEqual(log.probes, 1)
        serial = nil
        XCTAssertEqual(log.probes, 0)
        XCTAssertEqual(log.entries, [])
    }
}
