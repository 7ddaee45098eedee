import Millrace
import MillraceBlocking
import TestSupport
import XCTest

final class SingleTests: XCTestCase {
    private func assertThrows(
        _ name: String,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: () throws -> Void
    ) {
        XCTAssertThrowsError(try body(), file: file, line: line) {
            XCTAssertEqual("\($0)", name, file: file, line: line)
        }
    }

    private let none = RxError.noElements.debugDescription
    private let several = RxError.moreThanOneElement.debugDescription

    func testTheOnlyElement() throws {
        XCTAssertEqual(try Observable.just(42).toBlocking().single(), 42)
    }

    func testNoElement() {
        assertThrows(none) { _ = try Observable<Int>.empty().toBlocking().single() }
    }

    func testTwoElements() {
        assertThrows(several) { _ = try Observable.of(42, 43).toBlocking().single() }
    }

    func testTheSecondElementEndsAnEndlessSource() {
        assertThrows(several) { _ = try Observable.repeatElement(1).toBlocking().single() }
    }

    func testTheSecondElementDisposes() {
        let last = Box(0)
        let source = Observable.of(1, 2, 3).do(onNext: { last.value = $0 })
        assertThrows(several) { _ = try source.toBlocking().single() }
        XCTAssertEqual(last.value, 2)
    }

    func testTheSourcesErrorComesFirst() {
        let failed = Observable<Int>.error(TestError())
        assertThrows("error") { _ = try failed.toBlocking().single() }
        assertThrows("error") { _ = try Observable.of(1).concat(failed).toBlocking().single() }
        assertThrows(several) { _ = try Observable.of(1, 2).concat(failed).toBlocking().single() }
    }

    func testTheOnlyElementThatSatisfiesAPredicate() throws {
        XCTAssertEqual(try Observable.of(42, 43, 44).toBlocking().single { $0 == 43 }, 43)
    }

    func testNoneSatisfiesThePredicate() {
        assertThrows(none) { _ = try Observable.of(42, 43).toBlocking().single { $0 > 100 } }
    }

    func testTwoSatisfyThePredicate() {
        let seen = Recorder<Int>()
        assertThrows(several) {
            _ = try Observable.of(1, 2, 3, 4, 5).toBlocking().single { element in
                seen.onNext(element)
                return element.isMultiple(of: 2)
            }
        }
        XCTAssertEqual(seen.elements, [1, 2, 3, 4])
    }

    func testWhatThePredicateThrows() {
        let seen = Recorder<Int>()
        let disposals = Counter()
        let source = Observable.of(1, 2, 3).do(onDispose: { disposals.add() })
        assertThrows("two") {
            _ = try source.toBlocking().single { element in
                seen.onNext(element)
                if element == 2 { throw TestError("two") }
                return false
            }
        }
        XCTAssertEqual(seen.elements, [1, 2])
        XCTAssertEqual(disposals.value, 1)
    }
}
