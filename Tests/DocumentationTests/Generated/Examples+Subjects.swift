// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class SubjectsExamples: XCTestCase {
    func testAsyncSubject() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let progress = AsyncSubject<Int>()
            let subscription = progress.subscribe(onNext: { print($0) })
            progress.onNext(50)
            progress.onNext(100)
            progress.onCompleted()
            _ = progress
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"100"#])
    }

    func testBehaviorRelay() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let volume = BehaviorRelay(value: 5)
            let subscription = volume.subscribe(onNext: { print($0) })
            volume.accept(volume.value + 1)
            _ = volume
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5"#, #"6"#])
    }

    func testBehaviorSubject() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let temperature = BehaviorSubject(value: 20)
            let subscription = temperature.subscribe(onNext: { print($0) })
            temperature.onNext(21)
            print("now: \(try temperature.value())")
            _ = temperature
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"20"#, #"21"#, #"now: 21"#])
    }

    func testBind() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let (numbers, results) = (PublishSubject<Int>(), PublishSubject<Int>())
            let printing = results.subscribe { print($0) }
            let binding = numbers.map { $0 * 10 }.bind(to: results)
            numbers.onNext(1)
            numbers.onCompleted()
            _ = printing
            _ = binding
        }
        XCTAssertEqual(printed.lines, [#"next(10)"#, #"completed"#])
    }

    func testBind2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            func printing(_ source: Observable<Int>) -> Disposable {
                source.subscribe(onNext: { print($0) })
            }
            let binding = Observable.of(1, 2).bind(to: printing)
            _ = binding
        }
        XCTAssertEqual(printed.lines, [#"1"#, #"2"#])
    }

    func testBind3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            func printing(_ source: Observable<Int>) -> (String) -> Disposable {
                { title in source.subscribe(onNext: { print("\(title): \($0)") }) }
            }
            let binding = Observable.of(1, 2).bind(to: printing, curriedArgument: "price")
            _ = binding
        }
        XCTAssertEqual(printed.lines, [#"price: 1"#, #"price: 2"#])
    }

    func testBind4() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            final class Thermometer: Sendable {
                func show(_ degrees: Int) -> String { "\(degrees) °C" }
            }
            let thermometer = Thermometer()
            let binding = Observable.of(20, 21).bind(with: thermometer) { print($0.show($1)) }
            _ = thermometer
            _ = binding
        }
        XCTAssertEqual(printed.lines, [#"20 °C"#, #"21 °C"#])
    }

    func testBind5() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let binding = prices.bind(onNext: { print("price: \($0)") })
            prices.onNext(101)
            _ = prices
            _ = binding
        }
        XCTAssertEqual(printed.lines, [#"price: 101"#])
    }

    func testBind6() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let alerts = PublishRelay<String>()
            let printing = alerts.subscribe { print($0) }
            let binding = Observable.of("disk full").bind(to: alerts)  // the relay does not complete
            alerts.accept("door open")
            _ = alerts
            _ = printing
            _ = binding
        }
        XCTAssertEqual(printed.lines, [#"next(disk full)"#, #"next(door open)"#])
    }

    func testBind7() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let status = BehaviorRelay(value: "starting")
            let binding = Observable.of("loading", "ready").bind(to: status)
            print(status.value)
            _ = status
            _ = binding
        }
        XCTAssertEqual(printed.lines, [#"ready"#])
    }

    func testBind8() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let history = ReplayRelay<String>.create(bufferSize: 2)
            let binding = Observable.of("a", "b", "c").bind(to: history)
            let subscription = history.subscribe(onNext: { print($0) })
            _ = history
            _ = binding
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"b"#, #"c"#])
    }

    func testPublishRelay() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let clicks = PublishRelay<String>()
            let subscription = clicks.subscribe(onNext: { print($0) })
            clicks.accept("save")
            clicks.accept("close")
            _ = clicks
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"save"#, #"close"#])
    }

    func testPublishSubject() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let orders = PublishSubject<String>()
            orders.onNext("tea")  // nobody has subscribed yet
            let subscription = orders.subscribe { print($0) }
            orders.onNext("coffee")
            orders.onCompleted()
            _ = orders
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"next(coffee)"#, #"completed"#])
    }

    func testReplayRelay() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let log = ReplayRelay<String>.create(bufferSize: 1)
            log.accept("started")
            log.accept("listening")
            let subscription = log.subscribe(onNext: { print($0) })
            _ = log
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"listening"#])
    }

    func testReplaySubject() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let messages = ReplaySubject<String>.create(bufferSize: 2)
            messages.onNext("one")
            messages.onNext("two")
            messages.onNext("three")
            let subscription = messages.subscribe(onNext: { print($0) })
            messages.onNext("four")
            _ = messages
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"two"#, #"three"#, #"four"#])
    }
}
