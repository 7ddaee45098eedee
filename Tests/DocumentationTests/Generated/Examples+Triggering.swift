// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class TriggeringExamples: XCTestCase {
    func testSample() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let temperatures = PublishSubject<Int>()
            let ticks = PublishSubject<Void>()
            let subscription = temperatures.sample(ticks).subscribe(onNext: { print($0) })
            temperatures.onNext(20)
            temperatures.onNext(21)
            ticks.onNext(())
            ticks.onNext(()) // nothing new
            temperatures.onNext(19)
            ticks.onNext(())
            _ = temperatures
            _ = ticks
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"21"#, #"19"#])
    }

    func testSkipUntil() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let requests = PublishSubject<String>()
            let databaseIsOpen = PublishSubject<Void>()
            let subscription = requests.skip(until: databaseIsOpen)
                .subscribe(onNext: { print($0) })
            requests.onNext("GET /prices")
            databaseIsOpen.onNext(())
            requests.onNext("GET /orders")
            _ = requests
            _ = databaseIsOpen
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"GET /orders"#])
    }

    func testTakeUntil() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let requests = PublishSubject<String>()
            let shutdown = PublishSubject<Void>()
            let subscription = requests.take(until: shutdown)
                .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
            requests.onNext("GET /prices")
            shutdown.onNext(())
            requests.onNext("GET /orders")
            _ = requests
            _ = shutdown
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"GET /prices"#, #"completed"#])
    }

    func testWithLatestFrom() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let amounts = PublishSubject<Int>()
            let price = BehaviorSubject(value: 5)
            let subscription = amounts
                .withLatestFrom(price) { amount, price in amount * price }
                .subscribe(onNext: { print($0) })
            amounts.onNext(3)
            price.onNext(6)
            amounts.onNext(4)
            _ = amounts
            _ = price
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"15"#, #"24"#])
    }
}
