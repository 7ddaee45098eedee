// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceOperators
import MillraceTest
import XCTest

final class FurtherTransformingExamples: XCTestCase {
    func testPairwise() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of(100, 104, 101)
                .pairwise()
                .subscribe(onNext: { print($1 - $0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"4"#, #"-3"#])
    }

    func testUnwrap() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("3", "three", "5")
                .map { Int($0) }
                .unwrap()
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"3"#, #"5"#])
    }
}
