import CMillrace
import Foundation
import XCTest

final class ReferenceTests: XCTestCase {
    private final class Tally: @unchecked Sendable {
        private let lock = NSLock()
        private var count = 0

        func add() { lock.withLock { count += 1 } }
        var value: Int { lock.withLock { count } }
    }

    private final class Object {
        let tally: Tally

        init(_ tally: Tally) {
            self.tally = tally
        }

        deinit {
            tally.add()
        }
    }

    private final class Borrower {
        unowned let object: Object

        init(_ object: Object) {
            self.object = object
        }
    }

    private let tally = Tally()

    private func makeObject() -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(Object(tally)).toOpaque()
    }

    private func object(_ reference: UnsafeMutableRawPointer) -> Unmanaged<Object> {
        .fromOpaque(reference)
    }

    /// If this fails, the runtime's layout has changed: everything works, but `MR_ONLY_REFERENCE` saves nothing.
    func testTheOnlyReferenceIsRecognized() {
        let reference = makeObject()
        XCTAssertTrue(mr_is_only_reference(reference))
        mr_release_reference(reference)
        XCTAssertEqual(tally.value, 1)
    }

    func testAFurtherReferenceOfAnyKindIsSeen() {
        let reference = makeObject()
        _ = object(reference).retain()
        XCTAssertFalse(mr_is_only_reference(reference))
        mr_release_reference(reference)
        XCTAssertTrue(mr_is_only_reference(reference))

        let borrower = Borrower(object(reference).takeUnretainedValue())
        XCTAssertFalse(mr_is_only_reference(reference))
        XCTAssertTrue(borrower.object === object(reference).takeUnretainedValue())

        weak let weak = object(reference).takeUnretainedValue()
        XCTAssertFalse(mr_is_only_reference(reference))
        XCTAssertNotNil(weak)
        XCTAssertEqual(tally.value, 0)
        mr_release_reference(reference)
        XCTAssertNil(weak)
        XCTAssertEqual(tally.value, 1)
    }

    func testWhatIsAddedPrivatelyCounts() {
        let reference = makeObject()
        mr_retain_private(reference)
        XCTAssertFalse(mr_is_only_reference(reference))
        mr_release_reference(reference)
        XCTAssertEqual(tally.value, 0)
        mr_release_reference(reference)
        XCTAssertEqual(tally.value, 1)
    }

    func testThreadsThatReleaseTogetherEndTheObjectOnce() {
        let rounds = 20_000
        for _ in 0..<rounds / 100 {
            nonisolated(unsafe) let references = (0..<100).map { _ in
                let reference = makeObject()
                _ = object(reference).retain()
                return reference
            }
            DispatchQueue.concurrentPerform(iterations: 2) { _ in
                for reference in references { mr_release_reference(reference) }
            }
        }
        XCTAssertEqual(tally.value, rounds)
    }
}
