import Millrace
import TestSupport
import XCTest

/// Fails unless `join` makes its elements of the elements of all `sources` and then completes.
///
/// Each source emits its number, which begins with 1, times each of `factors`, and completes.
func checkJoined<Source, Joined: ObservableConvertibleType>(
    _ sources: [Source],
    times factors: [Int] = [1],
    file: StaticString = #filePath,
    line: UInt = #line,
    by join: ([Source]) -> Joined
) {
    let received = marks(join(sources).asObservable().map { String("\($0)".dropFirst().dropLast()) })
    let expected = factors.map { factor in
        (1...sources.count).map { "\($0 * factor)" }.joined(separator: ", ")
    }
    XCTAssertEqual(received, expected + ["|"], file: file, line: line)
}
