// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class InfallibleExamples: XCTestCase {
    func testInfallibleCreation() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let countdown = Infallible<Int>.create { observer in
                for number in [2, 1] { observer(.next(number)) }
                observer(.completed)
                return Disposables.create()
            }
            let subscription = countdown.subscribe(onNext: { print($0) })
            _ = countdown
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"2"#, #"1"#])
    }

    func testInfallible() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = Infallible.of(5, 7, 6)
            let subscription = prices
                .scan(0) { highest, price in max(highest, price) }
                .subscribe(onNext: { print("highest: \($0)") }) // there is no onError
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"highest: 5"#, #"highest: 7"#, #"highest: 7"#])
    }

    func testInfallible2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Infallible.of("8", "ten")
                .asObservable()
                .map { try JSONDecoder().decode(Int.self, from: Data($0.utf8)) }
                .subscribe(onNext: { print($0) }, onError: { _ in print("not a number") })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"8"#, #"not a number"#])
    }

    func testInfallible3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let subscription = prices
                .asInfallible(onErrorJustReturn: 0)
                .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
            prices.onNext(5)
            prices.onError(RxError.timeout)
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5"#, #"0"#, #"completed"#])
    }

    func testInfallible4() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let subscription = prices
                .asInfallible(onErrorFallbackTo: .of(3, 4))
                .subscribe(onNext: { print($0) })
            prices.onNext(5)
            prices.onError(RxError.timeout)
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5"#, #"3"#, #"4"#])
    }

    func testInfallible5() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<String>()
            let subscription = prices
                .asInfallible(onErrorRecover: { error in .just("no price: \(error)") })
                .subscribe(onNext: { print($0) })
            prices.onError(RxError.timeout)
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"no price: Sequence timeout."#])
    }

    func testInfallible6() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let price = BehaviorRelay(value: 5)
            let subscription = price.asInfallible().subscribe(onNext: { print($0) })
            price.accept(6)
            _ = price
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5"#, #"6"#])
    }

    func testInfallible7() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let orders = PublishRelay<String>()
            let subscription = orders.asInfallible().subscribe(onNext: { print($0) })
            orders.accept("order 1")
            _ = orders
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"order 1"#])
    }

    func testInfallible8() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let lines = ReplayRelay<String>.create(bufferSize: 1)
            lines.accept("line 1")
            lines.accept("line 2")
            let subscription = lines.asInfallible().subscribe(onNext: { print($0) })
            _ = lines
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"line 2"#])
    }

    func testInfallibleTypeSubscribe() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Infallible.of(1, 2).subscribe { event in
                print(event)
            }
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"next(1)"#, #"next(2)"#, #"completed"#])
    }

    func testInfallibleTypeSubscribe2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Infallible.of(1, 2).subscribe(
                onNext: { print($0) },
                onCompleted: { print("completed") },
                onDisposed: { print("disposed") }
            )
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1"#, #"2"#, #"completed"#, #"disposed"#])
    }

    func testInfallibleTypeSubscribe3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            final class Label { var text = "" }
            let label = Label()
            let subscription = Infallible.of("5 EUR", "6 EUR")
                .subscribe(with: label, onNext: { label, price in label.text = price })
            print(label.text)
            _ = label
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"6 EUR"#])
    }
}
