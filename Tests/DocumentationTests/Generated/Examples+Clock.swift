// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class ClockExamples: XCTestCase {
    func testTestClock() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let clock = scheduler.testClock
            let task = Task { try await clock.sleep(for: .seconds(5)) }
            try await clock.sleepers(atLeast: 1)
            scheduler.advanceTo(5)
            try await task.value
            _ = scheduler
            _ = clock
            _ = task
        }
        XCTAssertEqual(printed.lines, [])
    }
}
