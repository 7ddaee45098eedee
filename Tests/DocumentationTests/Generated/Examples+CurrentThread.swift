// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class CurrentThreadExamples: XCTestCase {
    func testCurrentThreadScheduler() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let work = CurrentThreadScheduler.instance.schedule(()) { _ in
                let more = CurrentThreadScheduler.instance.schedule(()) { _ in
                    print("inner work")
                    return Disposables.create()
                }
                print("outer work")
                return more
            }
            _ = work
        }
        XCTAssertEqual(printed.lines, [#"outer work"#, #"inner work"#])
    }
}
