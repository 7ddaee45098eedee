// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceOperators
import MillraceTest
import XCTest

final class FurtherUtilityExamples: XCTestCase {
    func testAsSerialized() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let readings = PublishSubject<Int>()
            let subscription = readings.asSerialized()
                .subscribe(onNext: { reading in
                    if reading == 1 { readings.onNext(2) }
                    print("\(reading) is done")
                })
            readings.onNext(1)
            _ = readings
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1 is done"#, #"2 is done"#])
    }

    func testDo() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("row 1", "row 2")
                .do(finally: { print("closed") })
                .subscribe { print($0) }
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"next(row 1)"#, #"next(row 2)"#, #"completed"#, #"closed"#])
    }

    func testDo2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("row 1", "row 2")
                .do(onTerminate: { print("no more rows") })
                .subscribe { print($0) }
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"next(row 1)"#, #"next(row 2)"#, #"no more rows"#, #"completed"#])
    }

    func testDo3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("tea")
                .do(onEach: { print("log: \($0)") })
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"log: next(tea)"#, #"tea"#, #"log: completed"#])
    }

    func testSubscribeWeak() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            final class Screen {
                var lines: [String] = []
                func show(_ event: Event<Int>) { lines.append("\(event)") }
            }
            let screen = Screen()
            let subscription = Observable.of(1).subscribe(weak: screen, Screen.show)
            print(screen.lines.joined(separator: ", "))
            _ = screen
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"next(1), completed"#])
    }

    func testSubscribeWeak2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            final class Screen {
                var lines: [String] = []
                func show(_ number: Int) { lines.append("\(number)") }
                func close() { lines.append("closed") }
            }
            let screen = Screen()
            let subscription = Observable.of(1, 2)
                .subscribe(weak: screen, onNext: Screen.show, onDisposed: Screen.close)
            print(screen.lines.joined(separator: ", "))
            _ = screen
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1, 2, closed"#])
    }

    func testSubscribeWeak3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            final class Screen {
                var numbers: [Int] = []
                func show(_ number: Int) { numbers.append(number) }
            }
            let screen = Screen()
            let subscription = Observable.of(1, 2).subscribeNext(weak: screen, Screen.show)
            print(screen.numbers)
            _ = screen
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"[1, 2]"#])
    }

    func testSubscribeWeak4() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            final class Screen {
                var warning = ""
                func warn(_ error: Error) { warning = "\(error)" }
            }
            struct Offline: Error {}
            let screen = Screen()
            let subscription = Observable<Int>.error(Offline()).subscribeError(weak: screen, Screen.warn)
            print(screen.warning)
            _ = screen
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"Offline()"#])
    }

    func testSubscribeWeak5() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            final class Screen {
                var isComplete = false
                func finish() { isComplete = true }
            }
            let screen = Screen()
            let subscription = Observable.of(1, 2).subscribeCompleted(weak: screen, Screen.finish)
            print(screen.isComplete)
            _ = screen
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"true"#])
    }

    func testUnsubscribeOn() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let rows = Observable<String>.create { observer in
                observer.onNext("row 1")
                return Disposables.create { print("closed") }
            }
            let subscription = rows.unsubscribe(on: scheduler)
                .subscribe(onNext: { print($0) })
            subscription.dispose()
            print("disposed")
            scheduler.start()
            _ = scheduler
            _ = rows
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"row 1"#, #"disposed"#, #"closed"#])
    }
}
