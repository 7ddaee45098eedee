import CMillrace
import Millrace
import XCTest

/// Reading what a `SerialDisposable` holds, with the reader stopped between its two steps.
final class DisposablesLoanTests: XCTestCase {
    private let serial = SerialDisposable()
    private weak var capture: SingleAssignmentDisposable?

    /// The word of the object: behind the header, as `DisposeBase` says.
    private var word: UnsafeMutablePointer<mr_sink> {
        (Unmanaged.passUnretained(serial).toOpaque() + 2 * MemoryLayout<UnsafeRawPointer>.size)
            .assumingMemoryBound(to: mr_sink.self)
    }

    private func fill() {
        let content = SingleAssignmentDisposable()
        capture = content
        serial.disposable = content
    }

    private func borrow() throws -> UnsafeMutableRawPointer { try XCTUnwrap(mr_sink_borrow(word)) }

    /// What a reader does at the end. Whether it had to pay itself off.
    private func giveBack(_ pointer: UnsafeMutableRawPointer) -> Bool {
        if mr_sink_give_back(word, pointer) { return false }
        Unmanaged<AnyObject>.fromOpaque(pointer).release()
        return true
    }

    func testALoanThatNobodyDisturbsLeavesNothingBehind() throws {
        fill()
        let pointer = try borrow()
        XCTAssertFalse(giveBack(pointer))
        XCTAssertNotNil(capture)
        serial.dispose()
        XCTAssertNil(capture)
    }

    func testDisposalDisposesAtOnceAndReleasesAfterTheReaders() throws {
        fill()
        let first = try borrow()
        let second = try borrow()
        serial.dispose()
        XCTAssertTrue(serial.isDisposed)
        XCTAssertEqual(capture?.isDisposed, true)
        XCTAssertTrue(giveBack(first))
        XCTAssertNotNil(capture)
        XCTAssertTrue(giveBack(second))
        XCTAssertNil(capture)
    }

    func testReplacingDisposesAtOnceAndReleasesAfterTheReaders() throws {
        fill()
        let former = capture
        let pointer = try borrow()
        let next = BooleanDisposable()
        serial.disposable = next
        XCTAssertEqual(former?.isDisposed, true)
        XCTAssertTrue(serial.disposable as AnyObject === next)
        XCTAssertTrue(giveBack(pointer))
        serial.dispose()
        XCTAssertTrue(next.isDisposed)
    }

    func testTheWordIsOnLoanToEveryoneElse() throws {
        fill()
        let pointer = try borrow()
        XCTAssertEqual(mr_sink_dispose(word), MR_LENT)
        XCTAssertEqual(mr_sink_replace(word, nil), MR_LENT)
        XCTAssertFalse(giveBack(pointer))
        serial.dispose()
        XCTAssertNil(mr_sink_borrow(word))
        XCTAssertNil(capture)
    }

    func testTheSameObjectMayComeBackMeanwhile() throws {
        fill()
        let early = try borrow()
        serial.disposable = serial.disposable
        let late = try borrow()
        // The word cannot tell the two loans apart: either ends one of them, in whichever way.
        XCTAssertFalse(giveBack(early))
        XCTAssertTrue(giveBack(late))
        XCTAssertNotNil(capture)
        serial.dispose()
        XCTAssertNil(capture)
    }

    func testNothingIsLentByAnEmptyOne() {
        XCTAssertNil(mr_sink_borrow(word))
        XCTAssertNil(serial.disposable as? SingleAssignmentDisposable)
    }
}
