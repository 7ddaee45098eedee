// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class SingleExamples: XCTestCase {
    func testAsSingle() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("one", "another")
                .asSingle()
                .subscribe(onSuccess: { print($0) }, onFailure: { print("failed: \($0)") })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"failed: Sequence contains more than one element."#])
    }

    func testAsSingle2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("first", "second")
                .first()
                .subscribe(onSuccess: { print($0 ?? "there is none") })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"first"#])
    }

    func testSingleOperators() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            func discount(_ customer: String) -> Maybe<Int> { customer == "Ada" ? .just(10) : .empty() }
            let subscription = Single.just("Grace")
                .flatMapMaybe { discount($0) }
                .subscribe(onSuccess: { print("\($0) %") }, onCompleted: { print("no discount") })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"no discount"#])
    }

    func testSingleOperators2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            func store(_ note: String) -> Completable { .empty().do(onSubscribe: { print("storing \(note)") }) }
            let subscription = Single.just("note 1")
                .flatMapCompletable { store($0) }
                .subscribe(onCompleted: { print("stored") })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"storing note 1"#, #"stored"#])
    }

    func testSingleOperators3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let cached = Maybe<String>.empty()
            let fetched = Single.just("fetched")
            let subscription = cached
                .ifEmpty(switchTo: fetched.asMaybe())
                .subscribe(onSuccess: { print($0) })
            _ = cached
            _ = fetched
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"fetched"#])
    }

    func testSingleOperators4() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Single.just("answer")
                .asCompletable()
                .subscribe(onCompleted: { print("completed") })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"completed"#])
    }

    func testSingleSubscribe() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Single.just("Ada").subscribe { result in
                switch result {
                case .success(let name): print("hello, \(name)")
                case .failure(let error): print("no name: \(error)")
                }
            }
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"hello, Ada"#])
    }

    func testSingleSubscribe2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let answer = Single<String>.error(RxError.timeout)
            let subscription = answer.subscribe(
                onSuccess: { print($0) },
                onFailure: { print("no answer: \($0)") },
                onDisposed: { print("disposed") }
            )
            _ = answer
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"no answer: Sequence timeout."#, #"disposed"#])
    }

    func testSingleSubscribe3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            final class Label { var text = "" }
            let label = Label()
            let subscription = Single.just("Ada")
                .subscribe(with: label, onSuccess: { label, name in label.text = name })
            print(label.text)
            _ = label
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"Ada"#])
    }

    func testSingleZip() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let name = Single.just("Ada")
            let year = Single.just(1815)
            let subscription = Single.zip(name, year) { "\($0), born in \($1)" }
                .subscribe(onSuccess: { print($0) })
            _ = name
            _ = year
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"Ada, born in 1815"#])
    }

    func testSingleZip2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = [Single.just(5), Single.just(7), Single.just(8)]
            let subscription = Single.zip(prices) { $0.reduce(0, +) }
                .subscribe(onSuccess: { print("total: \($0)") })
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"total: 20"#])
    }

    func testSingle() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let user = Single.just("Ada")
            let subscription = user
                .map { "hello, \($0)" }
                .subscribe(onSuccess: { print($0) }, onFailure: { print("no user: \($0)") })
            _ = user
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"hello, Ada"#])
    }

    func testSingle2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            func user(_ id: Int) -> Single<String> {
                .create { observer in
                    observer(id == 0 ? .failure(RxError.noElements) : .success("user \(id)"))
                    return Disposables.create()
                }
            }
            let subscription = user(7).subscribe(onSuccess: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"user 7"#])
    }

    func testToArray() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of(1, 2, 3)
                .toArray()
                .subscribe(onSuccess: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"[1, 2, 3]"#])
    }
}
