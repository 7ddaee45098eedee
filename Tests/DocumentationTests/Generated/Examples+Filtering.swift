// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class FilteringExamples: XCTestCase {
    func testDistinctUntilChanged() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let temperatures = Observable.of(20, 20, 21, 21, 20)
            let subscription = temperatures
                .distinctUntilChanged()
                .subscribe(onNext: { print($0) })
            _ = temperatures
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"20"#, #"21"#, #"20"#])
    }

    func testDistinctUntilChanged2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let log = Observable.of("INFO start", "INFO ready", "WARN disk", "INFO stop")
            let subscription = log
                .distinctUntilChanged { $0.prefix(4) }
                .subscribe(onNext: { print($0) })
            _ = log
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"INFO start"#, #"WARN disk"#, #"INFO stop"#])
    }

    func testDistinctUntilChanged3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let temperatures = Observable.of(20.0, 20.25, 20.75, 22.0)
            let subscription = temperatures
                .distinctUntilChanged { abs($0 - $1) < 0.5 }
                .subscribe(onNext: { print($0) })
            _ = temperatures
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"20.0"#, #"20.75"#, #"22.0"#])
    }

    func testDistinctUntilChanged4() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let readings = Observable.of((hour: 9, celsius: 20.0), (hour: 10, celsius: 20.5), (hour: 11, celsius: 22.0))
            let subscription = readings
                .distinctUntilChanged({ $0.celsius }, comparer: { abs($0 - $1) < 1 })
                .subscribe(onNext: { print("\($0.hour):00, \($0.celsius)") })
            _ = readings
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"9:00, 20.0"#, #"11:00, 22.0"#])
    }

    func testDistinctUntilChanged5() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("red", "tan", "blue", "gray")
                .distinctUntilChanged(at: \.count)
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"red"#, #"blue"#])
    }

    func testElementAt() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("gold", "silver", "bronze")
                .element(at: 1)
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"silver"#])
    }

    func testFilter() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = Observable.of(5, 12, 8, 20)
            let subscription = prices
                .filter { $0 >= 10 }
                .subscribe(onNext: { print($0) })
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"12"#, #"20"#])
    }

    func testIgnoreElements() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let savedFiles = Observable.of("a.txt", "b.txt")
            let subscription = savedFiles
                .ignoreElements()
                .subscribe(onCompleted: { print("all files are saved") })
            _ = savedFiles
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"all files are saved"#])
    }

    func testSingleElement() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let matches = Observable.of("Ada", "Adam")
            let subscription = matches
                .single()
                .subscribe(onNext: { print($0) }, onError: { print("failed: \($0)") })
            _ = matches
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"Ada"#, #"failed: Sequence contains more than one element."#])
    }

    func testSingleElement2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let files = Observable.of("notes.txt", "Package.swift", "README.md")
            let subscription = files
                .single { $0.hasSuffix(".swift") }
                .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
            _ = files
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"Package.swift"#, #"completed"#])
    }

    func testSkip() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let table = Observable.of("item,price", "tea,3", "milk,1")
            let subscription = table
                .skip(1)
                .subscribe(onNext: { print($0) })
            _ = table
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"tea,3"#, #"milk,1"#])
    }

    func testSkip2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let lines = Observable.of("# servers", "# in Europe", "host = a", "# spare", "host = b")
            let subscription = lines
                .skip(while: { $0.hasPrefix("#") })
                .subscribe(onNext: { print($0) })
            _ = lines
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"host = a"#, #"# spare"#, #"host = b"#])
    }

    func testTake() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("gold", "silver", "bronze")
                .take(2)
                .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"gold"#, #"silver"#, #"completed"#])
    }

    func testTake2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let countdown = Observable.of(3, 2, 1, 0, -1)
            let subscription = countdown
                .take(while: { $0 > 0 })
                .subscribe(onNext: { print($0) }, onCompleted: { print("lift-off") })
            _ = countdown
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"3"#, #"2"#, #"1"#, #"lift-off"#])
    }

    func testTake3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let lines = Observable.of("HELLO", "SEND", "QUIT", "LATE")
            let subscription = lines
                .take(until: { $0 == "QUIT" }, behavior: .inclusive)
                .subscribe(onNext: { print($0) })
            _ = lines
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"HELLO"#, #"SEND"#, #"QUIT"#])
    }

    func testTake4() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let numbers = Observable.of(1, 2, 3, 4)
            let without = numbers.take(while: { $0 < 3 }, behavior: .exclusive).toArray().subscribe(onSuccess: { print($0) })
            let with = numbers.take(while: { $0 < 3 }, behavior: .inclusive).toArray().subscribe(onSuccess: { print($0) })
            _ = numbers
            _ = without
            _ = with
        }
        XCTAssertEqual(printed.lines, [#"[1, 2]"#, #"[1, 2, 3]"#])
    }

    func testTakeLast() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let log = Observable.of("connect", "send", "retry", "close")
            let subscription = log
                .takeLast(2)
                .subscribe(onNext: { print($0) })
            _ = log
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"retry"#, #"close"#])
    }
}
