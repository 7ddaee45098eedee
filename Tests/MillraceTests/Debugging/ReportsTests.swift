#if os(Linux) && canImport(Glibc)
    import Foundation
    import Millrace
    import TestSupport
    import XCTest

    /// Call stacks, as reports show them.
    final class ReportsTests: XCTestCase {
        func testAStackHasFunctionsAndLines() throws {
            let (trace, line) = (StackTrace.capture(), #line)
            let place = try XCTUnwrap(trace.userPlace)
            XCTAssertTrue(place.path.hasSuffix("/\(#fileID.split(separator: "/").last ?? "")"), place.path)
            XCTAssertEqual(place.line, line)
            let functions = trace.frames.compactMap { frame in frame.userPlace == nil ? nil : frame.function }
            XCTAssertTrue(functions.first?.contains("testAStackHasFunctionsAndLines") == true, "\(functions)")
        }

        /// In the program of all tests, whose tables of lines have megabytes; under a sanitizer, too.
        func testLookingAPlaceUpTakesAFifthOfASecondAtMost() {
            let clock = ContinuousClock()
            let trace = StackTrace.capture()
            let first = clock.measure { _ = trace.userPlace }
            let all = clock.measure { _ = trace.frames }
            let again = clock.measure { _ = trace.frames }
            print("place \(first), first stack \(all), another one \(again)")
            XCTAssertLessThan(first, .milliseconds(200))
            XCTAssertLessThan(again, .milliseconds(200))
        }
    }
#endif
