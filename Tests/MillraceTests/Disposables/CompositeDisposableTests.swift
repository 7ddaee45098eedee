import Millrace
import XCTest

final class CompositeDisposableTests: XCTestCase {
    private let log = DisposalLog()

    func testItDisposesInTheOrderOfInsertion() {
        let composite = CompositeDisposable()
        for i in 0..<100 { XCTAssertNotNil(composite.insert(log.probe("\(i)"))) }
        XCTAssertEqual(composite.count, 100)
        XCTAssertFalse(composite.isDisposed)
        composite.dispose()
        composite.dispose()
        XCTAssertTrue(composite.isDisposed)
        XCTAssertEqual(composite.count, 0)
        XCTAssertEqual(log.entries, (0..<100).map { "\($0)" })
    }

    func testEveryInitializerKeepsTheOrder() {
        let p = log.probe
        let composites = [
            (0, CompositeDisposable()),
            (2, CompositeDisposable(p("1"), p("2"))),
            (3, CompositeDisposable(p("1"), p("2"), p("3"))),
            (4, CompositeDisposable(p("1"), p("2"), p("3"), p("4"))),
            (6, CompositeDisposable(p("1"), p("2"), p("3"), p("4"), p("5"), p("6"))),
            (5, CompositeDisposable(disposables: (1...5).map { p("\($0)") })),
            (0, CompositeDisposable(disposables: [])),
        ]
        for (count, composite) in composites {
            let before = log.entries.count
            XCTAssertEqual(composite.count, count)
            composite.dispose()
            XCTAssertEqual(Array(log.entries[before...]), (0..<count).map { "\($0 + 1)" })
        }
    }

    func testWhatIsInsertedAfterDisposalIsDisposedAtOnce() {
        let composite = CompositeDisposable()
        composite.dispose()
        XCTAssertNil(composite.insert(log.probe("a")))
        XCTAssertEqual(log.entries, ["a"])
        XCTAssertEqual(composite.count, 0)
    }

    func testRemovingDisposes() {
        let composite = CompositeDisposable()
        let keys = (0..<5).map { composite.insert(log.probe("\($0)"))! }
        composite.remove(for: keys[1])
        XCTAssertEqual(log.entries, ["1"])
        XCTAssertEqual(composite.count, 4)
        composite.remove(for: keys[1])
        XCTAssertEqual(log.entries, ["1"])
        XCTAssertEqual(composite.count, 4)
        composite.dispose()
        XCTAssertEqual(log.entries, ["1", "0", "2", "3", "4"])
        composite.remove(for: keys[2])
        XCTAssertEqual(log.entries, ["1", "0", "2", "3", "4"])
        XCTAssertEqual(composite.count, 0)
    }

    func testTheCountIsLowerBeforeARemovedOneIsDisposed() {
        let composite = CompositeDisposable()
        var seen: Int?
        let key = composite.insert(Disposables.create { seen = composite.count })!
        composite.remove(for: key)
        XCTAssertEqual(seen, 0)
    }

    func testAKeyOfAnotherSetHasNoEffect() {
        let one = CompositeDisposable()
        let other = CompositeDisposable()
        let key = one.insert(log.probe("a"))!
        XCTAssertNotNil(other.insert(log.probe("b")))
        other.remove(for: key)
        XCTAssertEqual(log.entries, [])
        XCTAssertEqual([one.count, other.count], [1, 1])
        one.remove(for: key)
        XCTAssertEqual(log.entries, ["a"])
    }

    func testAKeyOfASetThatIsGoneHasNoEffectOnALaterOne() {
        for _ in 0..<100 {
            let former = CompositeDisposable().insert(BooleanDisposable())!
            let later = CompositeDisposable(disposables: [log.probe("a")])
            later.remove(for: former)
            XCTAssertEqual(later.count, 1)
        }
        XCTAssertEqual(log.entries, [])
    }

    func testALargeSetThatWasEmptiedIsAsGoodAsNew() {
        let composite = CompositeDisposable()
        let former = (0..<1_000).map { _ in composite.insert(BooleanDisposable())! }
        for key in former { composite.remove(for: key) }
        let keys = (0..<3).map { composite.insert(log.probe("\($0)"))! }
        for key in former { composite.remove(for: key) }
        XCTAssertEqual(composite.count, 3)
        composite.remove(for: keys[1])
        composite.dispose()
        XCTAssertEqual(log.entries, ["1", "0", "2"])
    }

    func testTheSameDisposableMayBeInItTwice() {
        let composite = CompositeDisposable()
        let probe = log.foreign("a")
        let key = composite.insert(probe)!
        XCTAssertNotNil(composite.insert(probe))
        composite.remove(for: key)
        XCTAssertEqual(log.entries, ["a"])
        composite.dispose()
        XCTAssertEqual(log.entries, ["a", "a"])
    }

    func testWhatIsDisposedByOthersStaysUntilItIsRemoved() {
        let composite = CompositeDisposable()
        for _ in 0..<100 { XCTAssertNotNil(composite.insert(BooleanDisposable(isDisposed: true))) }
        XCTAssertEqual(composite.count, 100)
    }

    func testRemovedOnesAreReleasedAtOnce() {
        let composite = CompositeDisposable()
        let keys = (0..<100).map { composite.insert(log.foreign("\($0)"))! }
        for (removed, key) in keys.enumerated() {
            XCTAssertEqual(log.probes, 100 - removed)
            composite.remove(for: key)
        }
        XCTAssertEqual(log.probes, 0)
        XCTAssertEqual(log.entries.count, 100)
    }

    func testAnyRemovalLeavesTheOthersInOrder() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<50 {
            let log = DisposalLog()
            let composite = CompositeDisposable()
            var expected: [String] = []
            var present: [(name: String, key: CompositeDisposable.DisposeKey)] = []
            for i in 0..<300 {
                present.append(("\(i)", composite.insert(log.probe("\(i)"))!))
                while !present.isEmpty, Int.random(in: 0..<3, using: &random) != 0 {
                    let removed = present.remove(at: Int.random(in: 0..<present.count, using: &random))
                    composite.remove(for: removed.key)
                    expected.append(removed.name)
                }
                XCTAssertEqual(composite.count, present.count)
            }
            composite.dispose()
            XCTAssertEqual(log.entries, expected + present.map(\.name))
        }
    }

    func testDisposalReleasesAllThoughKeysAreKept() {
        let composite = CompositeDisposable()
        let keys = (0..<10).map { composite.insert(log.foreign("\($0)"))! }
        composite.dispose()
        XCTAssertEqual(log.probes, 0)
        XCTAssertEqual(keys.count, 10)
    }

    func testOneThatIsReleasedReleasesAllUndisposedThoughKeysAreKept() {
        var composite: CompositeDisposable? = CompositeDisposable()
        let keys = (0..<40).map { composite!.insert(log.foreign("\($0)"))! }
        for key in keys[..<20] { composite?.remove(for: key) }
        XCTAssertEqual(log.probes, 20)
        composite = nil
        XCTAssertEqual(log.probes, 0)
        XCTAssertEqual(log.entries.count, 20)
    }

    func testWhatItDisposesMayInsertRemoveAndDispose() {
        let composite = CompositeDisposable()
        final class Keys: @unchecked Sendable {
            var second: CompositeDisposable.DisposeKey?
        }
        let keys = Keys()
        let first = Disposables.create { [log] in
            log.write("first")
            XCTAssertNil(composite.insert(log.probe("inserted")))
            composite.remove(for: keys.second!)
            composite.dispose()
            XCTAssertEqual(composite.count, 0)
        }
        XCTAssertNotNil(composite.insert(first))
        keys.second = composite.insert(log.probe("second"))
        composite.dispose()
        XCTAssertEqual(log.entries, ["first", "inserted", "second"])
    }

    func testARemovedOneMayInsertAndRemove() {
        let composite = CompositeDisposable()
        for i in 0..<100 {
            let key = composite.insert(
                Disposables.create { [log] in
                    if let inner = composite.insert(log.probe("\(i)")) { composite.remove(for: inner) }
                }
            )!
            composite.remove(for: key)
        }
        XCTAssertEqual(composite.count, 0)
        XCTAssertEqual(log.entries, (0..<100).map { "\($0)" })
    }

    func testItHoldsUsersOwnTypes() {
        let composite = CompositeDisposable(StructProbe(name: "a", log: log), log.foreign("b"))
        composite.dispose()
        XCTAssertEqual(log.entries, ["a", "b"])
    }
}
