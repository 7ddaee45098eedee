import Millrace
import XCTest

/// Many threads use one bag. What runs in its `deinit` is not checked by the thread sanitizer; the composites of
/// `DisposablesRaceTests`, on the same structure, are the twins that dispose by a call.
final class DisposablesBagRaceTests: XCTestCase {
    private let living = DisposalCount()

    override func tearDown() {
        XCTAssertEqual(living.value, 0, "contents that were not released")
    }

    private final class Shared: @unchecked Sendable {
        var bag: DisposeBag? = DisposeBag()
        let finished = (0..<96).map { _ in BooleanDisposable() }
    }

    // Finished ones among the others, so that sweeps meet insertions and each other.
    func testInsertionsAgainstSweeps() {
        DisposalRace.run(
            living,
            contents: 96,
            make: { _ in Shared() },
            (0..<3).map { number in
                { shared, contents in
                    for i in number * 32..<(number + 1) * 32 {
                        shared.bag!.insert(shared.finished[i])
                        shared.bag!.insert(contents[i])
                        shared.finished[i].dispose()
                    }
                }
            },
            check: { shared, contents, round in
                XCTAssertTrue(contents.allSatisfy { $0.disposals.value == 0 }, "round \(round)")
                shared.bag = nil
                XCTAssertTrue(contents.allSatisfy { $0.disposals.value == 1 }, "round \(round)")
            }
        )
    }

    func testFinishedOnesDoNotAccumulateWhileThreadsInsert() {
        DisposalRace.run(
            rounds: 1,
            living,
            contents: 0,
            make: { _ in DisposeBag() },
            (0..<4).map { _ in
                { bag, _ in for _ in 0..<50_000 { bag.insert(BooleanDisposable(isDisposed: true)) } }
            },
            check: { bag, _, _ in
                for _ in 0..<64 { bag.insert(BooleanDisposable(isDisposed: true)) }
                XCTAssertLessThan(bag.heldCount, 100)
            }
        )
    }

    private final class Handle: @unchecked Sendable {
        var bag: DisposeBag?

        init(_ bag: DisposeBag) {
            self.bag = bag
        }
    }

    func testTheLastReferenceIsDroppedByAnyThread() {
        DisposalRace.run(
            living,
            contents: 8,
            make: { contents in
                let bag = DisposeBag(disposing: contents)
                return [Handle(bag), Handle(bag)]
            },
            [
                { handles, _ in handles[0].bag = nil },
                { handles, _ in handles[1].bag = nil },
            ],
            check: { _, contents, round in
                XCTAssertTrue(contents.allSatisfy { $0.disposals.value == 1 }, "round \(round)")
            }
        )
    }
}
