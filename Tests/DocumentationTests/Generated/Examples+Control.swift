// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class ControlExamples: XCTestCase {
    func testControlEvent() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let pressed = PublishSubject<Void>() // sends on the main thread
            let isReset = ControlEvent(events: pressed)
            let subscription = isReset.asSignal().emit(onNext: { print("reset") })
            pressed.onNext(())
            _ = pressed
            _ = isReset
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"reset"#])
    }

    func testControlProperty() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let typed = BehaviorSubject(value: "draft") // what the user types
            let shown = AnyObserver<String> { event in print("shown: \(event.element ?? "")") }
            let text = ControlProperty(values: typed, valueSink: shown)
            let subscription = text.subscribe(onNext: { print("text: \($0)") })
            typed.onNext("letter")
            text.onNext("template")
            _ = typed
            _ = shown
            _ = text
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"text: draft"#, #"text: letter"#, #"shown: template"#])
    }

    func testControlProperty2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let typed = BehaviorSubject(value: "draft")
            let text = ControlProperty(values: typed, valueSink: typed)
            let subscription = text.changed.subscribe(onNext: { print($0) })
            typed.onNext("letter")
            _ = typed
            _ = text
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"letter"#])
    }

    func testControlProperty3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let typed = BehaviorSubject<String?>(value: nil)
            let text = ControlProperty(values: typed, valueSink: typed)
            let subscription = text.orEmpty.subscribe(onNext: { print("\($0.count) characters") })
            typed.onNext("letter")
            _ = typed
            _ = text
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"0 characters"#, #"6 characters"#])
    }
}
