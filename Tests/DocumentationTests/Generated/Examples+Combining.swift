// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class CombiningExamples: XCTestCase {
    func testCombineLatest() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let price = PublishSubject<Int>()
            let amount = PublishSubject<Int>()
            let subscription = Observable.combineLatest(price, amount) { $0 * $1 }
                .subscribe(onNext: { print($0) })
            price.onNext(5) // there is no amount yet
            amount.onNext(2)
            price.onNext(6)
            _ = price
            _ = amount
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"10"#, #"12"#])
    }

    func testCombineLatest2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let seatsTaken = [BehaviorSubject(value: 10), BehaviorSubject(value: 20)]
            let subscription = Observable.combineLatest(seatsTaken) { $0.reduce(0, +) }
                .subscribe(onNext: { print("\($0) seats are taken") })
            seatsTaken[1].onNext(21)
            _ = seatsTaken
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"30 seats are taken"#, #"31 seats are taken"#])
    }

    func testZip() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let names = Observable.of("Ada", "Grace", "Edsger")
            let scores = Observable.of(3, 5)
            let subscription = Observable.zip(names, scores) { "\($0): \($1)" }
                .subscribe(onNext: { print($0) })
            _ = names
            _ = scores
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"Ada: 3"#, #"Grace: 5"#])
    }

    func testZip2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let lanes = [Observable.of(1, 2), Observable.of(10, 20), Observable.of(100, 200)]
            let subscription = Observable.zip(lanes) { $0.reduce(0, +) }
                .subscribe(onNext: { print($0) })
            _ = lanes
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"111"#, #"222"#])
    }
}
