// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class AtomicsExamples: XCTestCase {
    func testMemoryReclamation() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            print(MemoryReclamation.current)
        }
        XCTAssertEqual(printed.lines, [])
    }
}
