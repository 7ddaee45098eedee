// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class ConcurrencyExamples: XCTestCase {
    func testAsyncSequenceSource() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let numbers = AsyncStream { continuation in
                for number in 1...3 { continuation.yield(number) }
                continuation.finish()
            }
            let squares = numbers.asObservable().map { $0 * $0 }
            print(try await squares.toArray().value)
            _ = numbers
            _ = squares
        }
        XCTAssertEqual(printed.lines, [#"[1, 4, 9]"#])
    }

    func testTaskFeed() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let answer = Single.create {
                await Task.yield() // such as a request
                return "answer"
            }
            print(try await answer.value)
            _ = answer
        }
        XCTAssertEqual(printed.lines, [#"answer"#])
    }

    func testValue() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let user = Single.just("Ada")
            let name = try await user.value
            print("hello, \(name)")
            _ = user
            _ = name
        }
        XCTAssertEqual(printed.lines, [#"hello, Ada"#])
    }

    func testValue2() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let discount = Maybe<Int>.empty()
            let percentage = try await discount.value ?? 0
            print("\(percentage) %")
            _ = discount
            _ = percentage
        }
        XCTAssertEqual(printed.lines, [#"0 %"#])
    }

    func testValue3() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let stored = Completable.empty().do(onSubscribe: { print("storing") })
            try await stored.value
            print("stored")
            _ = stored
        }
        XCTAssertEqual(printed.lines, [#"storing"#, #"stored"#])
    }

    func testValues() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = Observable.of(5, 7, 6)
            for try await price in prices.values {
                print(price)
            }
            _ = prices
        }
        XCTAssertEqual(printed.lines, [#"5"#, #"7"#, #"6"#])
    }

    func testValues2() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = Infallible.of(5, 7, 6)
            for await price in prices.values {
                print(price)
            }
            _ = prices
        }
        XCTAssertEqual(printed.lines, [#"5"#, #"7"#, #"6"#])
    }

    func testValues3() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            @MainActor
            func show(_ prices: Driver<Int>) async {
                for await price in prices.values { print(price) }
            }
            await show(.of(5, 7))
        }
        XCTAssertEqual(printed.lines, [#"5"#, #"7"#])
    }
}
