// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class TransformingExamples: XCTestCase {
    func testCompactMap() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let inputs = Observable.of("3", "three", "5")
            let subscription = inputs
                .compactMap { Int($0) }
                .subscribe(onNext: { print($0) })
            _ = inputs
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"3"#, #"5"#])
    }

    func testDecode() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            struct Price: Decodable { let cents: Int }
            let messages = Observable.of(#"{"cents": 250}"#, #"{"cents": 300}"#)
            let subscription = messages
                .map { Data($0.utf8) }
                .decode(type: Price.self, decoder: JSONDecoder())
                .subscribe(onNext: { print($0.cents) })
            _ = messages
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"250"#, #"300"#])
    }

    func testDematerialize() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let recorded: [Event<Int>] = [.next(1), .next(2), .completed, .next(3)]
            let subscription = Observable.from(recorded)
                .dematerialize()
                .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
            _ = recorded
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1"#, #"2"#, #"completed"#])
    }

    func testEnumerated() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("gold", "silver", "bronze")
                .enumerated()
                .subscribe(onNext: { print("\($0.index): \($0.element)") })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"0: gold"#, #"1: silver"#, #"2: bronze"#])
    }

    func testGroupBy() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let log = Observable.of("INFO start", "WARN disk", "INFO ready")
            let subscription = log
                .groupBy { $0.prefix(4) }
                .flatMap { group in group.map { "\(group.key) group: \($0)" } }
                .subscribe(onNext: { print($0) })
            _ = log
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"INFO group: INFO start"#, #"WARN group: WARN disk"#, #"INFO group: INFO ready"#])
    }

    func testGroupBy2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of(1, 2, 3, 4)
                .groupBy { $0 % 2 == 0 ? "even" : "odd" }
                .subscribe(onNext: { print($0.key) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"odd"#, #"even"#])
    }

    func testMap() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of(1, 2, 3)
                .map { $0 * 10 }
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"10"#, #"20"#, #"30"#])
    }

    func testMaterialize() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let answers = Observable.just("ready").concat(Observable.error(RxError.timeout))
            let subscription = answers
                .materialize()
                .subscribe(onNext: { print($0) }, onCompleted: { print("no more events") })
            _ = answers
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"next(ready)"#, #"error(Sequence timeout.)"#, #"no more events"#])
    }

    func testReduce() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = Observable.of(3, 4, 5)
            let subscription = prices
                .reduce(0) { total, price in total + price }
                .subscribe(onNext: { print("total: \($0)") })
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"total: 12"#])
    }

    func testReduce2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let temperatures = Observable.of(18.0, 21.0, 24.0)
            let subscription = temperatures
                .reduce((sum: 0.0, count: 0.0)) { ($0.sum + $1, $0.count + 1) } mapResult: { $0.sum / $0.count }
                .subscribe(onNext: { print("average: \($0)") })
            _ = temperatures
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"average: 21.0"#])
    }

    func testScan() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let payments = Observable.of(50, -20, 5)
            let subscription = payments
                .scan(100) { balance, payment in balance + payment }
                .subscribe(onNext: { print($0) })
            _ = payments
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"150"#, #"130"#, #"135"#])
    }

    func testScan2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let items = Observable.of("milk", "tea")
            let subscription = items
                .scan(into: [String]()) { basket, item in basket.append(item) }
                .subscribe(onNext: { print($0) })
            _ = items
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"["milk"]"#, #"["milk", "tea"]"#])
    }
}
