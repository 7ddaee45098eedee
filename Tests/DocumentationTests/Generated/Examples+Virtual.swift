// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class VirtualExamples: XCTestCase {
    func testHistoricalScheduler() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let noon = Date(timeIntervalSince1970: 43_200)
            let scheduler = HistoricalScheduler(initialClock: noon)
            let subscription = Observable<Int>.timer(.seconds(3600), scheduler: scheduler)
                .subscribe(onNext: { _ in print(scheduler.clock.timeIntervalSince(noon)) })
            scheduler.start()
            _ = noon
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"3600.0"#])
    }
}
