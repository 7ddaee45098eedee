// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class MillraceBlockingExamples: XCTestCase {
    func testBlockingObservable() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let sum = try Observable.of(1, 2, 3).reduce(0, accumulator: +).toBlocking().single()
            print(sum)
            _ = sum
        }
        XCTAssertEqual(printed.lines, [#"6"#])
    }

    func testBlockingObservable2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let all = try Observable.of(1, 2, 3).toBlocking().toArray()
            print(all)
            _ = all
        }
        XCTAssertEqual(printed.lines, [#"[1, 2, 3]"#])
    }

    func testBlockingObservable3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let first = try Observable.of("a", "b").toBlocking().first()
            let none = try Observable<String>.empty().toBlocking().first()
            print(first ?? "none", none ?? "none")
            _ = first
            _ = none
        }
        XCTAssertEqual(printed.lines, [#"a none"#])
    }

    func testBlockingObservable4() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let last = try Observable.of("a", "b").toBlocking().last()
            print(last ?? "none")
            _ = last
        }
        XCTAssertEqual(printed.lines, [#"b"#])
    }

    func testBlockingObservable5() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            do {
                print(try Observable.of(1, 2).toBlocking().single())
            } catch {
                print(error)
            }
        }
        XCTAssertEqual(printed.lines, [#"Sequence contains more than one element."#])
    }

    func testBlockingObservable6() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let even = try Observable.of(1, 2, 3).toBlocking().single { $0 % 2 == 0 }
            print(even)
            _ = even
        }
        XCTAssertEqual(printed.lines, [#"2"#])
    }

    func testBlockingObservable7() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            switch Observable<Int>.never().startWith(1).toBlocking(timeout: 0).materialize() {
            case .completed(let elements): print("completed: \(elements)")
            case .failed(let elements, let error): print("failed: \(elements), \(error)")
            }
        }
        XCTAssertEqual(printed.lines, [#"failed: [1], Sequence timeout."#])
    }

    func testToBlocking() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let readings = Observable.of(20, 21).toBlocking(timeout: 5)
            print(try readings.toArray())
            _ = readings
        }
        XCTAssertEqual(printed.lines, [#"[20, 21]"#])
    }
}
