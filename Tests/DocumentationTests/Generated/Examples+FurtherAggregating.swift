// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceOperators
import MillraceTest
import XCTest

final class FurtherAggregatingExamples: XCTestCase {
    func testAllSatisfy() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of(2, 4, 5)
                .allSatisfy { $0.isMultiple(of: 2) }
                .subscribe(onSuccess: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"false"#])
    }

    func testContains() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("ok", "ok", "failed")
                .contains { $0 != "ok" }
                .subscribe(onSuccess: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"true"#])
    }

    func testContains2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("read", "write")
                .contains("delete")
                .subscribe(onSuccess: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"false"#])
    }

    func testCount() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("a", "b", "c")
                .count()
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"3"#])
    }

    func testCount2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of(3, 8, 5)
                .count { $0 > 4 }
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"2"#])
    }

    func testIsEmpty() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable<Int>.empty()
                .isEmpty()
                .subscribe(onSuccess: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"true"#])
    }

    func testMinMax() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of(3, 1, 2)
                .min()
                .subscribe(onSuccess: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1"#])
    }

    func testMinMax2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of(3, 1, 2)
                .max()
                .subscribe(onSuccess: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"3"#])
    }

    func testMinMax3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("three", "one", "two")
                .min { $0.count < $1.count }
                .subscribe(onSuccess: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"one"#])
    }

    func testMinMax4() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("one", "three", "seven")
                .max { $0.count < $1.count }
                .subscribe(onSuccess: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"three"#])
    }

    func testSequenceEqual() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of(1, 2)
                .sequenceEqual(Observable.of(1, 2, 3))
                .subscribe(onSuccess: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"false"#])
    }

    func testToDictionary() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("apple", "bean", "avocado")
                .toDictionary { $0.prefix(1) }
                .subscribe(onSuccess: { print($0.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"["a: avocado", "b: bean"]"#])
    }

    func testToSortedArray() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("three", "one", "seventeen")
                .toSortedArray(by: { $0.count < $1.count })
                .subscribe(onSuccess: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"["one", "three", "seventeen"]"#])
    }

    func testToSortedArray2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of(3, 1, 2)
                .toSortedArray(ascending: false)
                .subscribe(onSuccess: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"[3, 2, 1]"#])
    }
}
