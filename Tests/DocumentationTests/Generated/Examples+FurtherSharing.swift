// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceOperators
import MillraceTest
import XCTest

final class FurtherSharingExamples: XCTestCase {
    func testCache() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let rows = Observable.of("row 1", "row 2")
                .do(onSubscribe: { print("query") })
                .cache()
            for _ in 1...2 { _ = rows.subscribe(onNext: { print($0) }) }
            _ = rows
        }
        XCTAssertEqual(printed.lines, [#"query"#, #"row 1"#, #"row 2"#, #"row 1"#, #"row 2"#])
    }

    func testCache2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let price = Observable.just(42)
                .do(onSubscribe: { print("request") })
                .cache(for: .seconds(60), scheduler: scheduler)
            for second in [0, 59, 61] {
                scheduler.advanceTo(second)
                _ = price.subscribe(onNext: { print("\(second) s: \($0)") })
            }
            _ = scheduler
            _ = price
        }
        XCTAssertEqual(printed.lines, [#"request"#, #"0 s: 42"#, #"59 s: 42"#, #"request"#, #"61 s: 42"#])
    }

    func testShareResettingOn() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let prices = PublishSubject<Int>()
            let shared = prices.do(onSubscribe: { print("connected") }, onDispose: { print("disconnected") })
                .share(replay: 1, resettingOn: [.error, .refCountZero(after: .seconds(5), scheduler: scheduler)])
            shared.subscribe(onNext: { print("first: \($0)") }).dispose()
            scheduler.advanceTo(4)
            let second = shared.subscribe(onNext: { print("second: \($0)") })
            prices.onNext(101)
            second.dispose()
            scheduler.advanceTo(9)
            _ = scheduler
            _ = prices
            _ = shared
            _ = second
        }
        XCTAssertEqual(printed.lines, [#"connected"#, #"second: 101"#, #"disconnected"#])
    }
}
