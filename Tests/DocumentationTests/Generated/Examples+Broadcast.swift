// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class BroadcastExamples: XCTestCase {
    func testBroadcast() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = Broadcast<Int>(replay: 2, capacity: 16)
            for price in 1...3 { prices.send(price) }
            let subscription = prices.asObservable().subscribe(onNext: { print("observer: \($0)") })
            let values = prices.values(onLag: .skip).makeAsyncIterator()
            prices.send(4)
            prices.finish()
            var iterator = values
            while let price = try await iterator.next() { print("task: \(price)") }
            _ = prices
            _ = subscription
            _ = values
        }
        XCTAssertEqual(printed.lines, [#"observer: 2"#, #"observer: 3"#, #"observer: 4"#, #"task: 2"#, #"task: 3"#, #"task: 4"#])
    }

    func testBroadcast2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let feed = Broadcast<String>(replay: 1, capacity: 1)
            print(feed.send("for later"))
            let values = feed.values(onLag: .suspend).makeAsyncIterator()
            print(feed.send("no room, as long as the first element has not been read"))
            feed.finish()
            print(feed.send("too late"))
            withExtendedLifetime(values) {}
            _ = feed
            _ = values
        }
        XCTAssertEqual(printed.lines, [#"noConsumers"#, #"full"#, #"ended"#])
    }

    func testBroadcast3() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let feed = Broadcast<Int>(capacity: 2)
            let values = feed.values
            let sum = Task { [iterator = values.makeAsyncIterator()] in
                var iterator = iterator
                var sum = 0
                while let number = try await iterator.next() { sum += number }
                return sum
            }
            for number in 1...100 { try await feed.sendWhenRoom(number) }
            feed.finish()
            print(try await sum.value)
            _ = feed
            _ = values
            _ = sum
        }
        XCTAssertEqual(printed.lines, [#"5050"#])
    }

    func testBroadcast4() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let feed = Broadcast<Int>(capacity: 2)
            var values = feed.values(onLag: .fail).makeAsyncIterator()
            for number in 1...5 { feed.send(number) }
            do {
                while let number = try await values.next() { print(number) }
            } catch let error as LagError {
                print("missed \(error.missed)")
            }
            _ = feed
        }
        XCTAssertEqual(printed.lines, [#"missed 3"#])
    }

    func testBroadcastFeed() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let feed = Broadcast<Int>(capacity: 2)
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = feed.asObservable(onLag: .suspend)
                .observe(on: scheduler, capacity: 2, overflow: .suspend)
                .subscribe(onNext: { print($0) })
            print((1...5).map { "\(feed.send($0))" })
            scheduler.start()
            _ = feed
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"["sent", "sent", "sent", "sent", "full"]"#, #"1"#, #"2"#, #"3"#, #"4"#])
    }

    func testBroadcastValues() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let feed = Broadcast<Int>(capacity: 2)
            var latest = feed.values(onLag: .skip, onSkip: { print("missed \($0)") }).makeAsyncIterator()
            for number in 1...5 { feed.send(number) }
            feed.finish()
            while let number = try await latest.next() { print(number) }
            _ = feed
        }
        XCTAssertEqual(printed.lines, [#"missed 3"#, #"4"#, #"5"#])
    }

    func testBroadcastValues2() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let feed = Broadcast<Int>(capacity: 16)
            var batches = feed.values.batches.makeAsyncIterator()
            for number in 1...4 { feed.send(number) }
            feed.finish()
            while let batch = try await batches.next() { print(batch) }
            _ = feed
        }
        XCTAssertEqual(printed.lines, [#"[1, 2, 3, 4]"#])
    }
}
