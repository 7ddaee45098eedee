// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class CreationExamples: XCTestCase {
    func testAsObservable() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let temperature = BehaviorRelay(value: 20.5)
            let readings: [Observable<Double>] = [temperature.asObservable(), .just(19)]
            let subscription = Observable.merge(readings).subscribe(onNext: { print($0) })
            _ = temperature
            _ = readings
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"20.5"#, #"19.0"#])
    }

    func testCreate() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let lines = Observable<String>.create { observer in
                observer.onNext("first line")
                observer.onNext("second line")
                observer.onCompleted()
                return Disposables.create { print("file closed") }
            }
            let subscription = lines.subscribe(onNext: { print($0) })
            _ = lines
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"first line"#, #"second line"#, #"file closed"#])
    }

    func testCreate2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let lines = Observable<Int>.create(pausable: { observer, pressure in
                var number = 0
                func read() {
                    while pressure.isOpen, number < 6 {
                        number += 1
                        print("reads \(number)")
                        observer.onNext(number)
                    }
                    if number < 6 { pressure.onReopen(read) } else { observer.onCompleted() }
                }
                read()
                return Disposables.create()
            })
            let subscription = lines
                .observe(on: scheduler, capacity: 4, overflow: .suspend)
                .subscribe(onNext: { print("got \($0)") })
            scheduler.advanceTo(2) // delivers two
            _ = scheduler
            _ = lines
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"reads 1"#, #"reads 2"#, #"reads 3"#, #"reads 4"#, #"got 1"#, #"reads 5"#, #"reads 6"#, #"got 2"#])
    }

    func testDeferred() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let name = BehaviorRelay(value: "Ada")
            let greeting = Observable<String>.deferred { .just("Hello, \(name.value)!") }
            name.accept("Grace")
            let subscription = greeting.subscribe(onNext: { print($0) })
            _ = name
            _ = greeting
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"Hello, Grace!"#])
    }

    func testEmptyNeverError() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable<Int>.empty()
                .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"completed"#])
    }

    func testEmptyNeverError2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = Observable<Int>.never()
                .timeout(.seconds(30), other: Observable.just(0), scheduler: scheduler)
                .subscribe(onNext: { print("\($0) at \(scheduler.clock)") })
            scheduler.start()
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"0 at 30"#])
    }

    func testEmptyNeverError3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            struct NotFound: Error {}
            let subscription = Observable<Int>.error(NotFound())
                .subscribe(onError: { print("failed: \($0)") })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"failed: NotFound()"#])
    }

    func testFrom() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let primes = [2, 3, 5]
            let subscription = Observable.from(primes)
                .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
            _ = primes
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"2"#, #"3"#, #"5"#, #"completed"#])
    }

    func testFrom2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.from(stride(from: 0, to: 10, by: 4))
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"0"#, #"4"#, #"8"#])
    }

    func testFrom3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let numbers = ["8", "eight", "88"].map { Observable.from(optional: Int($0)) }
            let subscription = Observable.concat(numbers).subscribe(onNext: { print($0) })
            _ = numbers
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"8"#, #"88"#])
    }

    func testFrom4() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = Observable.from(optional: Int("8"), scheduler: scheduler)
                .subscribe(onNext: { print($0) })
            print("subscribed")
            scheduler.start()
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"subscribed"#, #"8"#])
    }

    func testGenerate() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let powers = Observable.generate(
                initialState: 1,
                condition: { $0 < 50 },
                iterate: { $0 * 3 }
            )
            let subscription = powers.subscribe(onNext: { print($0) })
            _ = powers
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1"#, #"3"#, #"9"#, #"27"#])
    }

    func testJust() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.just("ready")
                .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"ready"#, #"completed"#])
    }

    func testJust2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = Observable.just("ready", scheduler: scheduler)
                .subscribe(onNext: { print($0) })
            print("subscribed")
            scheduler.start()
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"subscribed"#, #"ready"#])
    }

    func testOf() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("red", "green", "blue")
                .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"red"#, #"green"#, #"blue"#, #"completed"#])
    }

    func testRange() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.range(start: 7, count: 3)
                .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"7"#, #"8"#, #"9"#, #"completed"#])
    }

    func testRepeatElement() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.repeatElement("again")
                .take(2)
                .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"again"#, #"again"#, #"completed"#])
    }

    func testTimer() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = Observable<Int>
                .timer(.seconds(5), period: .seconds(10), scheduler: scheduler)
                .subscribe(onNext: { print("\($0) at \(scheduler.clock)") })
            scheduler.advanceTo(25)
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"0 at 5"#, #"1 at 15"#, #"2 at 25"#])
    }

    func testTimer2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = Observable<Int>.interval(.seconds(10), scheduler: scheduler)
                .subscribe(onNext: { print("\($0) at \(scheduler.clock)") })
            scheduler.advanceTo(30)
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"0 at 10"#, #"1 at 20"#, #"2 at 30"#])
    }

    func testUsing() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let connection = BooleanDisposable()
            let rows = Observable.of("row 1", "row 2")
            let subscription = Observable.using({ connection }, observableFactory: { _ in rows })
                .subscribe(onNext: { print($0) })
            print("disposed: \(connection.isDisposed)")
            _ = connection
            _ = rows
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"row 1"#, #"row 2"#, #"disposed: true"#])
    }
}
