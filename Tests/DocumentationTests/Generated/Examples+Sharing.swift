// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class SharingExamples: XCTestCase {
    func testAutoConnect() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let shared = Observable.of("ready", "steady").publish().autoConnect(2)
            let first = shared.subscribe(onNext: { print("first: \($0)") })
            let second = shared.subscribe(onNext: { print("second: \($0)") })
            _ = shared
            _ = first
            _ = second
        }
        XCTAssertEqual(printed.lines, [#"first: ready"#, #"second: ready"#, #"first: steady"#, #"second: steady"#])
    }

    func testConnectableObservable() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let shared = Observable.of("ready", "steady").publish()
            let first = shared.subscribe(onNext: { print("first: \($0)") })
            let second = shared.subscribe(onNext: { print("second: \($0)") })
            let connection = shared.connect()
            _ = shared
            _ = first
            _ = second
            _ = connection
        }
        XCTAssertEqual(printed.lines, [#"first: ready"#, #"second: ready"#, #"first: steady"#, #"second: steady"#])
    }

    func testMulticast() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let shared = Observable.of(1, 2, 3).multicast(ReplaySubject.create(bufferSize: 1))
            let connection = shared.connect()
            let late = shared.subscribe(onNext: { print($0) })  // the subject replays
            _ = shared
            _ = connection
            _ = late
        }
        XCTAssertEqual(printed.lines, [#"3"#])
    }

    func testMulticast2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let shared = Observable.of(1, 2).multicast { BehaviorSubject(value: 0) }
            let subscription = shared.subscribe(onNext: { print($0) })
            let connection = shared.connect()
            _ = shared
            _ = subscription
            _ = connection
        }
        XCTAssertEqual(printed.lines, [#"0"#, #"1"#, #"2"#])
    }

    func testMulticast3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let shared = prices.do(onSubscribe: { print("one subscription") }).publish()
            let first = shared.subscribe(onNext: { print("first: \($0)") })
            let second = shared.subscribe(onNext: { print("second: \($0)") })
            let connection = shared.connect()
            prices.onNext(101)
            _ = prices
            _ = shared
            _ = first
            _ = second
            _ = connection
        }
        XCTAssertEqual(printed.lines, [#"one subscription"#, #"first: 101"#, #"second: 101"#])
    }

    func testMulticast4() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let shared = prices.replay(1)
            let connection = shared.connect()
            prices.onNext(101)
            prices.onNext(102)
            let late = shared.subscribe(onNext: { print($0) })
            _ = prices
            _ = shared
            _ = connection
            _ = late
        }
        XCTAssertEqual(printed.lines, [#"102"#])
    }

    func testMulticast5() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let shared = prices.replayAll()
            let connection = shared.connect()
            prices.onNext(101)
            prices.onNext(102)
            let late = shared.subscribe(onNext: { print($0) })
            _ = prices
            _ = shared
            _ = connection
            _ = late
        }
        XCTAssertEqual(printed.lines, [#"101"#, #"102"#])
    }

    func testMulticast6() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of(1, 4, 9)
                .multicast({ PublishSubject() }) { shared in
                    Observable.zip(shared, shared.skip(1)) { $1 - $0 }
                }
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"3"#, #"5"#])
    }

    func testRefCount() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let shared = prices.do(onSubscribe: { print("connected") }).publish().refCount()
            let first = shared.subscribe(onNext: { print("first: \($0)") })
            let second = shared.subscribe(onNext: { print("second: \($0)") })
            prices.onNext(101)
            first.dispose()
            second.dispose()  // disconnects
            print("connected: \(prices.hasObservers)")
            _ = prices
            _ = shared
            _ = first
            _ = second
        }
        XCTAssertEqual(printed.lines, [#"connected"#, #"first: 101"#, #"second: 101"#, #"connected: false"#])
    }

    func testShare() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let answers = PublishSubject<String>()
            let shared = answers.do(onSubscribe: { print("request sent") }).share(replay: 1)
            let first = shared.subscribe(onNext: { print("first: \($0)") })
            answers.onNext("welcome")
            let second = shared.subscribe(onNext: { print("second: \($0)") })
            _ = answers
            _ = shared
            _ = first
            _ = second
        }
        XCTAssertEqual(printed.lines, [#"request sent"#, #"first: welcome"#, #"second: welcome"#])
    }
}
