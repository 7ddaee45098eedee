// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceOperators
import MillraceTest
import XCTest

final class FurtherSubjectsExamples: XCTestCase {
    func testCompletableSubject() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let ready = CompletableSubject()
            let first = ready.subscribe(onCompleted: { print("first: ready") })
            ready.onCompleted()
            let second = ready.subscribe(onCompleted: { print("second: ready") })
            _ = ready
            _ = first
            _ = second
        }
        XCTAssertEqual(printed.lines, [#"first: ready"#, #"second: ready"#])
    }

    func testMaybeSubject() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let cached = MaybeSubject<String>()
            let subscription = cached.subscribe(
                onSuccess: { print("in the cache: \($0)") },
                onCompleted: { print("not in the cache") }
            )
            cached.onCompleted()
            _ = cached
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"not in the cache"#])
    }

    func testSingleSubject() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let user = SingleSubject<String>()
            let first = user.subscribe(onSuccess: { print("first: \($0)") })
            user.onSuccess("Ada")
            user.onSuccess("Grace")
            let second = user.subscribe(onSuccess: { print("second: \($0)") })
            _ = user
            _ = first
            _ = second
        }
        XCTAssertEqual(printed.lines, [#"first: Ada"#, #"second: Ada"#])
    }

    func testUnicastSubject() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let log = UnicastSubject<String>.create(bufferSize: 2, onDrop: { print("\($0) dropped") })
            for line in ["line 1", "line 2", "line 3"] { log.onNext(line) }
            let subscription = log.subscribe(onNext: { print($0) })
            log.onNext("line 4")
            _ = log
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1 dropped"#, #"line 2"#, #"line 3"#, #"line 4"#])
    }
}
