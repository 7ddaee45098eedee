import Millrace
import XCTest

final class DisposablesTests: XCTestCase {
    private let log = DisposalLog()

    func testTheEmptyOneDoesNothing() {
        let disposable = Disposables.create()
        disposable.dispose()
        disposable.dispose()
        // One object serves all callers, so what one of them does with it must not show anywhere else.
        XCTAssertTrue(disposable as AnyObject === Disposables.create() as AnyObject)
        let group = Disposables.create(disposable, log.probe("beside it"))
        XCTAssertFalse(group.isDisposed)
        XCTAssertEqual(log.entries, [])
        group.dispose()
        XCTAssertEqual(log.entries, ["beside it"])
    }

    func testAClosureIsCalledOnce() {
        let disposable = Disposables.create(with: { [log] in log.write("a") })
        XCTAssertFalse(disposable.isDisposed)
        disposable.dispose()
        disposable.dispose()
        XCTAssertTrue(disposable.isDisposed)
        XCTAssertEqual(log.entries, ["a"])
    }

    func testAClosureIsReleasedByDisposal() {
        var probe: ForeignProbe? = log.foreign("captured")
        let disposable = Disposables.create { [probe] in _ = probe }
        probe = nil
        XCTAssertEqual(log.probes, 1)
        disposable.dispose()
        XCTAssertEqual(log.probes, 0)
    }

    func testAClosureSeesItsDisposableDisposed() {
        var disposable: Cancelable?
        var seen: Bool?
        disposable = Disposables.create { seen = disposable?.isDisposed }
        disposable?.dispose()
        XCTAssertEqual(seen, true)
    }

    private func checkGroup(_ group: Cancelable, _ expected: [String], line: UInt = #line) {
        XCTAssertFalse(group.isDisposed, line: line)
        XCTAssertEqual(log.entries, [], line: line)
        group.dispose()
        group.dispose()
        XCTAssertTrue(group.isDisposed, line: line)
        XCTAssertEqual(log.entries, expected, line: line)
    }

    func testTwoAreDisposedInOrder() {
        checkGroup(Disposables.create(log.probe("1"), log.probe("2")), ["1", "2"])
    }

    func testThreeAreDisposedInOrder() {
        checkGroup(Disposables.create(log.probe("1"), log.probe("2"), log.probe("3")), ["1", "2", "3"])
    }

    func testFourAreDisposedInOrder() {
        let group = Disposables.create(log.probe("1"), log.probe("2"), log.probe("3"), log.probe("4"))
        checkGroup(group, ["1", "2", "3", "4"])
    }

    func testSixAreDisposedInOrder() {
        let group = Disposables.create(
            log.probe("1"),
            log.probe("2"),
            log.probe("3"),
            log.probe("4"),
            log.probe("5"),
            log.probe("6")
        )
        checkGroup(group, ["1", "2", "3", "4", "5", "6"])
    }

    func testAnArrayIsDisposedInOrder() {
        checkGroup(Disposables.create((0..<50).map { log.probe("\($0)") }), (0..<50).map { "\($0)" })
    }

    func testAnEmptyArrayCanBeDisposed() {
        checkGroup(Disposables.create([]), [])
    }

    func testGroupsTakeUsersOwnTypes() {
        let group = Disposables.create(StructProbe(name: "1", log: log), log.foreign("2"), CancelableProbe())
        checkGroup(group, ["1", "2"])
        XCTAssertEqual(log.probes, 0)
    }

    func testAGroupReleasesEachAfterItsDisposal() {
        var probe: ForeignProbe? = log.foreign("1")
        let group = Disposables.create([probe!, Disposables.create { [log] in log.write("\(log.probes) alive") }])
        probe = nil
        group.dispose()
        XCTAssertEqual(log.entries, ["1", "0 alive"])
    }

    func testAGroupThatIsReleasedDisposesNothing() {
        for count in 2...5 {
            var group: Cancelable? =
                count == 2
                ? Disposables.create(log.foreign("1"), log.foreign("2"))
                : Disposables.create((0..<count).map { log.foreign("\($0)") })
            XCTAssertEqual(log.probes, count)
            XCTAssertFalse(group!.isDisposed)
            group = nil
            XCTAssertEqual(log.probes, 0)
        }
        XCTAssertEqual(log.entries, [])
    }

    func testAGroupMayBeDisposedFromInside() {
        var group: Cancelable?
        let inner = Disposables.create { [log] in
            log.write("inner")
            group?.dispose()
        }
        group = Disposables.create(inner, log.probe("last"))
        group?.dispose()
        XCTAssertEqual(log.entries, ["inner", "last"])
    }
}
