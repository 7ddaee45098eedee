// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class MaybeExamples: XCTestCase {
    func testAsMaybe() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable<String>.empty()
                .asMaybe()
                .subscribe(onSuccess: { print($0) }, onCompleted: { print("no element") })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"no element"#])
    }

    func testMaybeSubscribe() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Maybe.just("Ada").subscribe { event in
                switch event {
                case .success(let name): print("hello, \(name)")
                case .error(let error): print("no name: \(error)")
                case .completed: print("nobody is there")
                }
            }
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"hello, Ada"#])
    }

    func testMaybeSubscribe2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let discount = Maybe.just(10)
            let subscription = discount.subscribe(
                onSuccess: { print("\($0) %") },
                onError: { print("unknown: \($0)") },
                onCompleted: { print("no discount") },
                onDisposed: { print("disposed") }
            )
            _ = discount
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"10 %"#, #"disposed"#])
    }

    func testMaybeSubscribe3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            final class Label { var text = "" }
            let label = Label()
            let subscription = Maybe.just("Ada")
                .subscribe(with: label, onSuccess: { label, name in label.text = name })
            print(label.text)
            _ = label
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"Ada"#])
    }

    func testMaybeZip() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let name = Maybe.just("Ada")
            let year = Maybe.just(1815)
            let subscription = Maybe.zip(name, year) { "\($0), born in \($1)" }
                .subscribe(onSuccess: { print($0) })
            _ = name
            _ = year
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"Ada, born in 1815"#])
    }

    func testMaybe() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let cached = Maybe<String>.empty()
            let subscription = cached.subscribe(
                onSuccess: { print("in the cache: \($0)") },
                onCompleted: { print("not in the cache") }
            )
            _ = cached
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"not in the cache"#])
    }

    func testMaybe2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let discounts = ["Ada": 10]
            func discount(for customer: String) -> Maybe<Int> {
                .create { observer in
                    observer(discounts[customer].map { .success($0) } ?? .completed)
                    return Disposables.create()
                }
            }
            let subscription = discount(for: "Ada").subscribe(onSuccess: { print("\($0) %") })
            _ = discounts
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"10 %"#])
    }
}
