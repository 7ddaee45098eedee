// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class VocabularyExamples: XCTestCase {
    func testBinder() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            final class Label: @unchecked Sendable {
                var text = ""
            }
            let label = Label()
            let binder = Binder(label, scheduler: CurrentThreadScheduler.instance) { $0.text = $1 }
            let subscription = Observable.of("loading", "ready").bind(to: binder)
            print(label.text)
            _ = label
            _ = binder
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"ready"#])
    }

    func testEvent() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            func text(_ event: Event<Int>) -> String {
                switch event {
                case .next(let element): "element \(element)"
                case .error(let error): "failed: \(error)"
                case .completed: "completed"
                }
            }
            let subscription = Observable.of(1).subscribe { print(text($0)) }
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"element 1"#, #"completed"#])
    }

    func testEvent2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            print(Event.next(20).map { "\($0) °C" })
        }
        XCTAssertEqual(printed.lines, [#"next(20 °C)"#])
    }

    func testObserverType() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let printing = AnyObserver<Int> { event in print(event) }
            let subscription = Observable.of(1, 2).subscribe(printing)
            _ = printing
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"next(1)"#, #"next(2)"#, #"completed"#])
    }

    func testObserverType2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let texts = PublishSubject<String>()
            let printing = texts.subscribe(onNext: { print($0) })
            let numbers: AnyObserver<Int> = texts.mapObserver { "number \($0)" }
            numbers.onNext(7)
            _ = texts
            _ = printing
            _ = numbers
        }
        XCTAssertEqual(printed.lines, [#"number 7"#])
    }

    func testSubscribe() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of(1, 2).subscribe { event in print(event) }
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"next(1)"#, #"next(2)"#, #"completed"#])
    }

    func testSubscribe2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of(1, 2).subscribe(
                onNext: { print($0) },
                onError: { print("failed: \($0)") },
                onCompleted: { print("completed") }
            )
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1"#, #"2"#, #"completed"#])
    }

    func testSubscribe3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            final class Thermometer: Sendable {
                func text(_ degrees: Int) -> String { "\(degrees) °C" }
            }
            let thermometer = Thermometer()
            let subscription = Observable.of(20, 21)
                .subscribe(with: thermometer, onNext: { print($0.text($1)) })
            _ = thermometer
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"20 °C"#, #"21 °C"#])
    }
}
