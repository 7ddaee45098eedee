// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceOperators
import MillraceTest
import XCTest

final class FurtherCombiningExamples: XCTestCase {
    func testAnd() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of(true, false, true)
                .and()
                .subscribe(onSuccess: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"false"#])
    }

    func testAnd2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let checks = [Observable.of(true), Observable.of(true, true)]
            let subscription = Observable.and(checks).subscribe(onSuccess: { print($0) })
            _ = checks
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"true"#])
    }

    func testCombineLatestWith() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let price = BehaviorRelay(value: 5)
            let amount = BehaviorRelay(value: 2)
            let subscription = price
                .combineLatest(with: amount) { $0 * $1 }
                .subscribe(onNext: { print($0) })
            price.accept(6)
            _ = price
            _ = amount
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"10"#, #"12"#])
    }

    func testCompositeError() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let sources = [Observable<Int>.error(RxError.timeout), .error(RxError.noElements)]
            let subscription = Observable.mergeDelayingErrors(sources).subscribe(onError: { error in
                for error in (error as? CompositeError)?.errors ?? [] { print(error) }
            })
            _ = sources
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"Sequence timeout."#, #"Sequence doesn't contain any elements."#])
    }

    func testDelayingErrors() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let sources = [Observable<Int>.error(RxError.timeout), .of(1, 2)]
            let subscription = Observable.mergeDelayingErrors(sources)
                .subscribe(onNext: { print($0) }, onError: { print("failed: \($0)") })
            _ = sources
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1"#, #"2"#, #"failed: Sequence timeout."#])
    }

    func testDelayingErrors2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let steps = [Observable.just("saved"), .error(RxError.timeout), .just("closed"), .error(RxError.noElements)]
            let subscription = Observable.concatDelayingErrors(steps)
                .subscribe(onNext: { print($0) }, onError: { print("failed: \($0)") })
            _ = steps
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"saved"#, #"closed"#, #"failed: 2 errors: Sequence timeout., Sequence doesn't contain any elements."#])
    }

    func testEndWith() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of(1, 2)
                .endWith(98, 99)
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1"#, #"2"#, #"98"#, #"99"#])
    }

    func testMergeWith() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let (orders, payments) = (PublishSubject<String>(), PublishSubject<String>())
            let subscription = orders.merge(with: payments).subscribe(onNext: { print($0) })
            payments.onNext("payment 1")
            orders.onNext("order 1")
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"payment 1"#, #"order 1"#])
    }

    func testNot() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let isEmpty = Observable.of(true, false)
            let subscription = isEmpty.not().subscribe(onNext: { print("enabled: \($0)") })
            _ = isEmpty
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"enabled: false"#, #"enabled: true"#])
    }

    func testStartWithContentsOf() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let recent = ["monday", "tuesday"]
            let subscription = Observable.just("wednesday")
                .startWith(contentsOf: recent)
                .subscribe(onNext: { print($0) })
            _ = recent
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"monday"#, #"tuesday"#, #"wednesday"#])
    }

    func testThen() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let upload = Observable.of("10 %", "100 %")
            let subscription = upload
                .then(Observable.just(204))
                .subscribe(onNext: { print("status \($0)") })
            _ = upload
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"status 204"#])
    }

    func testWithLatestFromTwo() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let taps = PublishSubject<Void>()
            let (name, city) = (BehaviorRelay(value: "Ada"), BehaviorRelay(value: "London"))
            let subscription = taps
                .withLatestFrom(name, city) { "\($1) in \($2)" }
                .subscribe(onNext: { print($0) })
            taps.onNext(())
            city.accept("Paris")
            taps.onNext(())
            _ = taps
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"Ada in London"#, #"Ada in Paris"#])
    }

    func testZipSequence() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("first", "second", "third")
                .zip(sequence: 1...) { "\($1). \($0)" }
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1. first"#, #"2. second"#, #"3. third"#])
    }

    func testZipWith() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let names = Observable.of("Ada", "Grace")
            let subscription = names
                .zip(with: Observable.of(1815, 1906)) { "\($0), born in \($1)" }
                .subscribe(onNext: { print($0) })
            _ = names
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"Ada, born in 1815"#, #"Grace, born in 1906"#])
    }
}
