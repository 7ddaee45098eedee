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

    /// If this fails, the runtime's layout has changed: everything works, but every stage of a driver is shared.
    func testTheOnlyReferenceIsRecognized() {
        let reference = makeObject()
        XCTAssertTrue(mr_is_only_reference(reference))
        object(reference).release()
        XCTAssertEqual(tally.value, 1)
    }

    func testAFurtherReferenceOfAnyKindIsSeen() {
        let reference = makeObject()
        _ = object(reference).retain()
        XCTAssertFalse(mr_is_only_reference(reference))
        object(reference).release()
        XCTAssertTrue(mr_is_only_reference(reference))

        let borrower = Borrower(object(reference).takeUnretainedValue())
        XCTAssertFalse(mr_is_only_reference(reference))
        XCTAssertTrue(borrower.object === object(reference).takeUnretainedValue())

        weak let weak = object(reference).takeUnretainedValue()
        XCTAssertFalse(mr_is_only_reference(reference))
        XCTAssertNotNil(weak)
        XCTAssertEqual(tally.value, 0)
        object(reference).release()
        XCTAssertNil(weak)
        XCTAssertEqual(tally.value, 1)
    }
}
