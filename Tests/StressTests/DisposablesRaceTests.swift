import Foundation
import Millrace
import TestSupport
import XCTest

/// Whatever thread sets, inserts, removes, retains or disposes: each content is disposed exactly once, and released.
///
/// The sanitizer checks nothing that runs below a `deinit`, so everything here is disposed by a call of `dispose()`.
final class DisposablesRaceTests: XCTestCase {
    private typealias Contents = [CountedDisposable]

    private let living = DisposalCount()

    override func tearDown() {
        XCTAssertEqual(living.value, 0, "contents that were not released")
    }

    /// Runs the bodies against each other; afterwards all contents must have been disposed once.
    private func race<Tested>(
        contents count: Int,
        make: (Contents) -> Tested,
        _ bodies: [(Tested, Contents) -> Void],
        check: (Tested, Contents) -> Void = { _, _ in },
        line: UInt = #line
    ) {
        DisposalRace.run(living, contents: count, make: make, bodies) { tested, contents, round in
            check(tested, contents)
            let wrong = contents.map(\.disposals.value).filter { $0 != 1 }
            XCTAssertEqual(wrong, [], "disposals in round \(round)", line: line)
        }
    }

    func testSingleAssignmentSetAgainstDispose() {
        race(
            contents: 1,
            make: { _ in SingleAssignmentDisposable() },
            [
                { single, contents in single.setDisposable(contents[0]) },
                { single, _ in single.dispose() },
            ],
            check: { single, _ in XCTAssertTrue(single.isDisposed) }
        )
    }

    func testSingleAssignmentDisposeAgainstDispose() {
        race(
            contents: 1,
            make: { contents in
                let single = SingleAssignmentDisposable()
                single.setDisposable(contents[0])
                return single
            },
            [
                { single, _ in single.dispose() },
                { single, _ in single.dispose() },
            ]
        )
    }

    func testSerialSetAgainstDispose() {
        race(
            contents: 4,
            make: { _ in SerialDisposable() },
            [
                { serial, contents in for content in contents { serial.disposable = content } },
                { serial, _ in serial.dispose() },
            ]
        )
    }

    func testSerialSetAgainstSetAndDispose() {
        race(
            contents: 8,
            make: { _ in SerialDisposable() },
            [
                { serial, contents in for content in contents[..<4] { serial.disposable = content } },
                { serial, contents in for content in contents[4...] { serial.disposable = content } },
                { serial, _ in serial.dispose() },
            ]
        )
    }

    func testSerialReadAgainstSetAndDispose() {
        race(
            contents: 8,
            make: { _ in SerialDisposable() },
            [
                { serial, contents in for content in contents { serial.disposable = content } },
                { serial, _ in
                    for _ in 0..<8 {
                        if let content = serial.disposable as? CountedDisposable {
                            XCTAssertLessThanOrEqual(content.disposals.value, 1)
                        }
                    }
                },
                { serial, _ in
                    for _ in 0..<4 { _ = serial.disposable }
                    serial.dispose()
                    XCTAssertNil(serial.disposable as? CountedDisposable)
                },
            ]
        )
    }

    // Our own objects go into the word unboxed, so a reader holds the very object that the setter lets go of.
    func testSerialReadOfOwnDisposablesAgainstSet() {
        final class Capture: @unchecked Sendable {
            let released: DisposalCount

            init(_ released: DisposalCount) {
                self.released = released
            }

            deinit {
                released.add()
            }
        }
        let sets = 200_000
        let disposed = DisposalCount()
        let released = DisposalCount()
        DisposalRace.run(
            rounds: 1,
            living,
            contents: 0,
            make: { _ in SerialDisposable() },
            [
                { serial, _ in
                    for _ in 0..<sets {
                        let capture = Capture(released)
                        let single = SingleAssignmentDisposable()
                        single.setDisposable(Disposables.create { [capture] in _ = (capture, disposed.add()) })
                        serial.disposable = single
                    }
                    serial.dispose()
                },
                { serial, _ in
                    while !serial.isDisposed { (serial.disposable as? SingleAssignmentDisposable)?.dispose() }
                },
                { serial, _ in while !serial.isDisposed { _ = (serial.disposable as? Cancelable)?.isDisposed } },
            ],
            check: { _, _, _ in }
        )
        XCTAssertEqual(disposed.value, sets)
        XCTAssertEqual(released.value, sets)
    }

    func testCompositeInsertAgainstDispose() {
        race(
            contents: 16,
            make: { _ in CompositeDisposable() },
            [
                { composite, contents in for content in contents[..<8] { _ = composite.insert(content) } },
                { composite, contents in for content in contents[8...] { _ = composite.insert(content) } },
                { composite, _ in composite.dispose() },
            ],
            check: { composite, _ in XCTAssertEqual(composite.count, 0) }
        )
    }

    private typealias Filled = (set: CompositeDisposable, keys: [CompositeDisposable.DisposeKey])

    private func fill(_ contents: some Sequence<CountedDisposable>) -> Filled {
        let composite = CompositeDisposable()
        return (composite, contents.map { composite.insert($0)! })
    }

    func testCompositeRemoveAgainstRemove() {
        race(
            contents: 8,
            make: { fill($0) },
            [
                { filled, _ in for key in filled.keys { filled.set.remove(for: key) } },
                { filled, _ in for key in filled.keys { filled.set.remove(for: key) } },
            ],
            check: { filled, _ in
                XCTAssertEqual(filled.set.count, 0)
                filled.set.dispose()
            }
        )
    }

    // Enough removals for sweeps, which the disposal and the insertions then meet.
    func testCompositeRemoveAgainstInsertAndDispose() {
        race(
            contents: 96,
            make: { fill($0[..<48]) },
            [
                { filled, _ in for key in filled.keys.reversed() { filled.set.remove(for: key) } },
                { filled, contents in
                    for content in contents[48...] {
                        if let key = filled.set.insert(content) { filled.set.remove(for: key) }
                    }
                },
                { filled, _ in filled.set.dispose() },
            ]
        )
    }

    // Nobody keeps the keys, so that the sweeps free what they unlink under the feet of the disposal.
    func testCompositeSweepsAgainstDispose() {
        final class Filling: @unchecked Sendable {
            let set = CompositeDisposable()
            var keys: [CompositeDisposable.DisposeKey] = []
        }
        let turn = DisposalCount()
        DisposalRace.run(
            rounds: TestMode.size(1_000, sanitized: 1_000),
            living,
            contents: 256,
            make: { contents in
                let filling = Filling()
                filling.keys = contents.map { filling.set.insert($0)! }
                return filling
            },
            [
                { filling, _ in
                    while let key = filling.keys.popLast() { filling.set.remove(for: key) }
                },
                { filling, contents in
                    // At another point of the removals in each round.
                    let wanted = 96 + (turn.add() * 7) % 160
                    waitUntil { contents[256 - wanted].disposals.value != 0 }
                    filling.set.dispose()
                },
            ],
            check: { _, contents, round in
                XCTAssertTrue(contents.allSatisfy { $0.disposals.value == 1 }, "round \(round)")
            }
        )
    }

    func testCompositeDisposeAgainstDispose() {
        race(
            contents: 8,
            make: { CompositeDisposable(disposables: $0) },
            [
                { composite, _ in composite.dispose() },
                { composite, _ in composite.dispose() },
            ]
        )
    }

    func testCompositeCountsRightWhileThreadsInsertAndRemove() {
        let composite = CompositeDisposable()
        DisposalRace.run(
            rounds: TestMode.size(1_000, sanitized: 1_000),
            living,
            contents: 60,
            make: { _ in composite },
            (0..<3).map { number in
                { composite, contents in
                    for i in 0..<20 {
                        let key = composite.insert(contents[20 * number + i])!
                        if i != number { composite.remove(for: key) }
                    }
                }
            },
            check: { composite, _, round in XCTAssertEqual(composite.count, 3 * (round + 1)) }
        )
        composite.dispose()
    }

    func testGroupsDisposedByTwoThreads() {
        race(
            contents: 5,
            make: { contents in
                let two = Disposables.create(contents[0], contents[1])
                return Disposables.create([two, contents[2], contents[3], contents[4]])
            },
            [
                { group, _ in group.dispose() },
                { group, _ in group.dispose() },
            ]
        )
    }

    func testRefCountRetainAndReleaseAgainstDispose() {
        func depend(_ refCount: RefCountDisposable, _ contents: Contents) {
            for _ in 0..<4 {
                let dependent = refCount.retain()
                if !refCount.isDisposed {
                    // So it is a true dependent.
                    XCTAssertEqual(contents[0].disposals.value, 0)
                    XCTAssertFalse(refCount.isDisposed)
                }
                dependent.dispose()
                dependent.dispose()
            }
        }
        race(
            contents: 1,
            make: { RefCountDisposable(disposable: $0[0]) },
            [
                depend,
                depend,
                { refCount, _ in refCount.dispose() },
            ],
            check: { refCount, _ in XCTAssertTrue(refCount.isDisposed) }
        )
    }

    func testADependentDisposedByTwoThreadsCountsOnce() {
        race(
            contents: 1,
            make: { contents in
                let refCount = RefCountDisposable(disposable: contents[0])
                return (refCount, dependents: [refCount.retain(), refCount.retain()])
            },
            [
                { tested, _ in tested.dependents[0].dispose() },
                { tested, _ in tested.dependents[0].dispose() },
                { tested, _ in tested.0.dispose() },
            ],
            check: { tested, contents in
                XCTAssertEqual(contents[0].disposals.value, 0)
                tested.dependents[1].dispose()
            }
        )
    }

    func testScheduledDisposeAgainstDispose() {
        race(
            contents: 1,
            make: { ScheduledDisposable(scheduler: CurrentThreadScheduler.instance, disposable: $0[0]) },
            [
                { scheduled, _ in scheduled.dispose() },
                { scheduled, _ in scheduled.dispose() },
            ],
            check: { scheduled, _ in XCTAssertTrue(scheduled.isDisposed) }
        )
    }
}
