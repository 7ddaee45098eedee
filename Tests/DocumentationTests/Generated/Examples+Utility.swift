// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class UtilityExamples: XCTestCase {
    func testDebug() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = Observable.of(3, 4)
            let subscription = prices
                .debug("prices")
                .subscribe(onNext: { print($0) })
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"3"#, #"4"#])
    }

    func testDo() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("tea", "milk")
                .do(onNext: { print("received \($0)") }, onDispose: { print("disposed") })
                .map { $0.uppercased() }
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"received tea"#, #"TEA"#, #"received milk"#, #"MILK"#, #"disposed"#])
    }

    func testIfEmpty() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let matches = Observable<String>.empty()
            let subscription = matches
                .ifEmpty(default: "no match")
                .subscribe(onNext: { print($0) })
            _ = matches
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"no match"#])
    }

    func testWithUnretained() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            final class Shop { let currency = "EUR" }
            var shop: Shop? = Shop()
            let prices = PublishSubject<Int>()
            let subscription = prices
                .withUnretained(shop!) { shop, price in "\(price) \(shop.currency)" }
                .subscribe(onNext: { print($0) }, onCompleted: { print("the shop has gone") })
            prices.onNext(3)
            shop = nil
            prices.onNext(4)
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"3 EUR"#, #"the shop has gone"#])
    }
}
