// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class ConcurrencyExamples: XCTestCase {
    func testAsyncFilter() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let names = Observable.of("ada", "", "grace")
                .filter(maxConcurrent: 2, ordered: true) { name in
                    await Task.yield() // such as a look-up
                    return !name.isEmpty
                }
            print(try await names.toArray().value)
            _ = names
        }
        XCTAssertEqual(printed.lines, [#"["ada", "grace"]"#])
    }

    func testAsyncMap() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let lengths = Observable.of("one", "three", "seven")
                .map(maxConcurrent: 2, ordered: true) { word in
                    await Task.yield() // such as a request
                    return "\(word): \(word.count)"
                }
            print(try await lengths.toArray().value)
            _ = lengths
        }
        XCTAssertEqual(printed.lines, [#"["one: 3", "three: 5", "seven: 5"]"#])
    }

    func testAsyncMap2() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let isReady = ReplaySubject<Void>.create(bufferSize: 1)
            let sent = Observable.of(1, 2, 3, 4)
                .map(maxConcurrent: 1, capacity: 2, overflow: .dropOldest) { number in
                    _ = try await isReady.first().value // such as a connection
                    return number
                }
                .values // subscribes; now 1 is on its way, 3 and 4 wait, and 2 has been dropped
            isReady.onNext(())
            for try await number in sent { print(number) }
            _ = isReady
            _ = sent
        }
        XCTAssertEqual(printed.lines, [#"1"#, #"3"#, #"4"#])
    }

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

    func testAsyncValues() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            func firstLarge(of prices: AsyncValues<Int, any Error>) async throws -> Int? {
                for try await price in prices where price > 6 { return price }
                return nil
            }
            let large = try await firstLarge(of: Observable.of(5, 7).values(capacity: 2, overflow: .suspend))
            print(large ?? 0)
            _ = large
        }
        XCTAssertEqual(printed.lines, [#"7"#])
    }

    func testAsyncValues2() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let lines = PublishSubject<String>()
            let batches = lines.values(capacity: 100, overflow: .dropOldest).batches
            lines.onNext("a")
            lines.onNext("b")
            for try await batch in batches {
                print(batch.joined(separator: "+")) // such as one write for all
                if batch.contains("c") { break }
                lines.onNext("c")
            }
            _ = lines
            _ = batches
        }
        XCTAssertEqual(printed.lines, [#"a+b"#, #"c"#])
    }

    func testBoundedValues() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let latest = prices.values(capacity: 2, overflow: .dropOldest) { count in
                print("\(count) dropped so far")
            }
            for price in [5, 7, 6] { prices.onNext(price) }
            prices.onCompleted()
            for try await price in latest {
                print(price)
            }
            _ = prices
            _ = latest
        }
        XCTAssertEqual(printed.lines, [#"1 dropped so far"#, #"7"#, #"6"#])
    }

    func testBoundedValues2() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let numbers = Infallible.of(1, 2, 3)
            for await number in numbers.values(capacity: 1, overflow: .suspend) {
                print(number)
            }
            _ = numbers
        }
        XCTAssertEqual(printed.lines, [#"1"#, #"2"#, #"3"#])
    }

    func testBoundedValues3() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            @MainActor
            func show(_ prices: Driver<Int>) async {
                for await price in prices.values(capacity: 2, overflow: .dropOldest) { print(price) }
            }
            await show(.of(5, 7))
        }
        XCTAssertEqual(printed.lines, [#"5"#, #"7"#])
    }

    func testForEach() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            try await Observable.range(start: 1, count: 3).forEach(capacity: 2) { number in
                await Task.yield() // such as a request
                print(number)
            }
        }
        XCTAssertEqual(printed.lines, [#"1"#, #"2"#, #"3"#])
    }

    func testForEach2() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            await Infallible.of("a", "b").forEach(capacity: 1) { print($0) }
        }
        XCTAssertEqual(printed.lines, [#"a"#, #"b"#])
    }

    func testForEach3() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            @MainActor
            func show(_ prices: Driver<Int>) async {
                await prices.forEach(capacity: 2, overflow: .dropOldest) { print($0) }
            }
            await show(.of(5, 7))
        }
        XCTAssertEqual(printed.lines, [#"5"#, #"7"#])
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

    func testWaitableSubscription() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let subscription = prices.subscribeWaitable(onNext: { print($0) })
            prices.onNext(5)
            await subscription.disposeAndWait()
            prices.onNext(7)
            print("nothing is printed any more")
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5"#, #"nothing is printed any more"#])
    }

    func testWaitableSubscription2() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let log = PublishSubject<String>()
            let subscription = log.subscribeWaitable(onNext: { print($0) }, onDisposed: { print("disposed") })
            log.onNext("hello")
            await subscription.disposeAndWait()
            print("no closure runs")
            _ = log
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"hello"#, #"disposed"#, #"no closure runs"#])
    }
}
