// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class MillraceFoundationExamples: XCTestCase {
    func testNotificationCenterRx() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let (center, saved) = (NotificationCenter(), Notification.Name("saved"))
            let subscription = center.rx.notification(saved)
                .subscribe(onNext: { print($0.userInfo?["file"] ?? "no file") })
            center.post(name: saved, object: nil, userInfo: ["file": "notes.txt"])
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"notes.txt"#])
    }
}
