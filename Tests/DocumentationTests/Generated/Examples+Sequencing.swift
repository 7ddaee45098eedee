// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class SequencingExamples: XCTestCase {
    func testCatch() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let request = Observable.just("fresh").concat(Observable.error(RxError.timeout))
            let subscription = request
                .catch { _ in Observable.of("cached 1", "cached 2") }
                .subscribe(onNext: { print($0) })
            _ = request
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"fresh"#, #"cached 1"#, #"cached 2"#])
    }

    func testCatch2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("8", "9", "ten")
                .map { try JSONDecoder().decode(Int.self, from: Data($0.utf8)) }
                .catchAndReturn(0)
                .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"8"#, #"9"#, #"0"#, #"completed"#])
    }

    func testCatch3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let mirrors: [Observable<String>] = [.error(RxError.timeout), .just("second mirror"), .just("third mirror")]
            let subscription = Observable.catch(sequence: mirrors)
                .subscribe(onNext: { print($0) })
            _ = mirrors
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"second mirror"#])
    }

    func testConcat() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let pages = Observable.of(3, 1, 2).map {
                Observable.just("took \($0) s").delay(.seconds($0), scheduler: scheduler)
            }
            let subscription = pages.concat().subscribe(onNext: { print($0) })
            scheduler.start()
            _ = scheduler
            _ = pages
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"took 3 s"#, #"took 1 s"#, #"took 2 s"#])
    }

    func testConcat2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("header")
                .concat(Observable.of("line 1", "line 2"))
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"header"#, #"line 1"#, #"line 2"#])
    }

    func testConcat3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let pages = sequence(first: 1) { $0 + 1 }.lazy.map { Observable.of("top of \($0)", "end of \($0)") } // endless
            let subscription = Observable.concat(pages)
                .take(3)
                .subscribe(onNext: { print($0) })
            _ = pages
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"top of 1"#, #"end of 1"#, #"top of 2"#])
    }

    func testIfEmptySwitchTo() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let hits = Observable.of("tea", "coffee").filter { $0.contains("x") }
            let subscription = hits
                .ifEmpty(switchTo: .just("nothing found"))
                .subscribe(onNext: { print($0) })
            _ = hits
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"nothing found"#])
    }

    func testRetry() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            var answers: [Observable<String>] = [.error(RxError.timeout), .error(RxError.timeout), .just("ready")]
            let subscription = Observable.deferred { answers.removeFirst() }
                .do(onError: { _ in print("failed") })
                .retry()
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"failed"#, #"failed"#, #"ready"#])
    }

    func testRetry2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable<String>.error(RxError.noElements)
                .do(onSubscribe: { print("attempt") })
                .retry(2)
                .subscribe(onError: { _ in print("given up") })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"attempt"#, #"attempt"#, #"given up"#])
    }

    func testRetry3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            var answers: [Observable<String>] = [.error(RxError.timeout), .just("ready")]
            let subscription = Observable.deferred { answers.removeFirst() }
                .do(onError: { _ in print("failed at \(scheduler.clock)") })
                .retry(when: { errors in errors.delay(.seconds(10), scheduler: scheduler) })
                .subscribe(onNext: { print("\($0) at \(scheduler.clock)") })
            scheduler.start()
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"failed at 0"#, #"ready at 10"#])
    }

    func testStartWith() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of(2, 3)
                .startWith(0, 1)
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"0"#, #"1"#, #"2"#, #"3"#])
    }
}
