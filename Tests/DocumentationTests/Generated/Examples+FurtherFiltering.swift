// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceOperators
import MillraceTest
import XCTest

final class FurtherFilteringExamples: XCTestCase {
    func testDistinct() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("tea", "milk", "tea", "rice")
                .distinct()
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"tea"#, #"milk"#, #"rice"#])
    }

    func testDistinct2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("red", "tan", "blue", "gray")
                .distinct(by: { $0.count })
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"red"#, #"blue"#])
    }

    func testDistinct3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of(1, 2, 3, 4)
                .distinct { $0 == 2 }
                .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1"#, #"2"#, #"completed"#])
    }

    func testElementAt() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let arguments = Observable.of("copy", "notes.txt")
            let subscription = arguments
                .element(at: 2, default: "stdout")
                .subscribe(onNext: { print($0) })
            _ = arguments
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"stdout"#])
    }

    func testElements() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let answers = Observable.just("ready").concat(Observable.error(RxError.timeout)).materialize()
            let subscription = answers
                .elements()
                .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
            _ = answers
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"ready"#, #"completed"#])
    }

    func testElements2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let answers = Observable.just("ready").concat(Observable.error(RxError.timeout)).materialize()
            let subscription = answers
                .errors()
                .subscribe(onNext: { print($0) })
            _ = answers
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"Sequence timeout."#])
    }

    func testFirst() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("tea", "coffee", "chocolate")
                .first(where: { $0.count > 3 })
                .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"coffee"#, #"completed"#])
    }

    func testFirst2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("tea", "coffee", "chocolate")
                .firstIndex(where: { $0.count > 3 })
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1"#])
    }

    func testIgnore() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("tea", "", "milk", "-")
                .ignore("", "-")
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"tea"#, #"milk"#])
    }

    func testIgnore2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("tea", "# a remark", "milk")
                .ignoreWhen { $0.hasPrefix("#") }
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"tea"#, #"milk"#])
    }

    func testLast() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let log = Observable.of("connect", "send", "close")
            let subscription = log.last().subscribe(onSuccess: { print($0) })
            _ = log
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"close"#])
    }

    func testLast2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let log = Observable.of("INFO start", "WARN disk", "WARN memory", "INFO stop")
            let subscription = log
                .last(where: { $0.hasPrefix("WARN") })
                .subscribe(onNext: { print($0) })
            _ = log
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"WARN memory"#])
    }

    func testPausable() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let positions = PublishSubject<Int>()
            let isVisible = BehaviorSubject(value: false)
            let subscription = positions.pausable(isVisible).subscribe(onNext: { print($0) })
            positions.onNext(1)
            isVisible.onNext(true)
            positions.onNext(2)
            _ = positions
            _ = isVisible
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"2"#])
    }

    func testPausableBuffered() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let messages = PublishSubject<String>()
            let isOnline = PublishSubject<Bool>()
            let subscription = messages
                .pausableBuffered(isOnline, limit: 2)
                .subscribe(onNext: { print($0) })
            for message in ["one", "two", "three"] { messages.onNext(message) }
            isOnline.onNext(true)
            messages.onNext("four")
            _ = messages
            _ = isOnline
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"two"#, #"three"#, #"four"#])
    }

    func testSkipLast() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("body 1", "body 2", "footer")
                .skipLast(1)
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"body 1"#, #"body 2"#])
    }

    func testTakeLastFor() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let log = scheduler.cold("-a----bc-|")  // each character is a second
            let subscription = log
                .takeLast(for: .seconds(5), scheduler: scheduler)
                .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
            scheduler.start()
            _ = scheduler
            _ = log
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"9 s: b"#, #"9 s: c"#])
    }

    func testThrowIfEmpty() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let matches = Observable<String>.empty()
            let subscription = matches
                .throwIfEmpty()
                .subscribe(onError: { print($0) })
            _ = matches
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"Sequence doesn't contain any elements."#])
    }
}
