// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class TimingExamples: XCTestCase {
    func testBuffer() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let events = scheduler.cold("-ab-c--|")  // each character is a second
            let subscription = events
                .buffer(timeSpan: .seconds(3), count: 2, scheduler: scheduler)
                .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
            scheduler.start()
            _ = scheduler
            _ = events
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"2 s: ["a", "b"]"#, #"5 s: ["c"]"#, #"7 s: []"#])
    }

    func testDebounce() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let keys = scheduler.cold("-abc----d|")  // each character is a second
            let subscription = keys
                .debounce(.seconds(2), scheduler: scheduler)
                .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
            scheduler.start()
            _ = scheduler
            _ = keys
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5 s: c"#, #"9 s: d"#])
    }

    func testDelay() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let alerts = scheduler.cold("-ab|")  // each character is a second
            let subscription = alerts
                .delay(.seconds(2), scheduler: scheduler)
                .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") }, onCompleted: { print("completed") })
            scheduler.start()
            _ = scheduler
            _ = alerts
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"3 s: a"#, #"4 s: b"#, #"completed"#])
    }

    func testSkipFor() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let readings = scheduler.cold("-a-b-c|")  // each character is a second
            let subscription = readings
                .skip(.seconds(2), scheduler: scheduler)
                .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
            scheduler.start()
            _ = scheduler
            _ = readings
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"3 s: b"#, #"5 s: c"#])
    }

    func testTakeFor() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let readings = scheduler.cold("-a-b-c|")  // each character is a second
            let subscription = readings
                .take(for: .seconds(4), scheduler: scheduler)
                .subscribe(onNext: { print($0) }, onCompleted: { print("completed after \(scheduler.clock) s") })
            scheduler.start()
            _ = scheduler
            _ = readings
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"a"#, #"b"#, #"completed after 4 s"#])
    }

    func testThrottle() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let positions = scheduler.cold("-abc----d|")  // each character is a second
            let subscription = positions
                .throttle(.seconds(3), scheduler: scheduler)
                .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
            scheduler.start()
            _ = scheduler
            _ = positions
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1 s: a"#, #"4 s: c"#, #"8 s: d"#])
    }

    func testTimeout() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let answers = scheduler.cold("-a-b-----c|")  // each character is a second
            let subscription = answers
                .timeout(.seconds(3), scheduler: scheduler)
                .subscribe(onNext: { print($0) }, onError: { print("failed after \(scheduler.clock) s: \($0)") })
            scheduler.start()
            _ = scheduler
            _ = answers
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"a"#, #"b"#, #"failed after 6 s: Sequence timeout."#])
    }

    func testTimeout2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let answers = scheduler.cold("-a-----b|")  // each character is a second
            let subscription = answers
                .timeout(.seconds(3), other: Observable.just("from the cache"), scheduler: scheduler)
                .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
            scheduler.start()
            _ = scheduler
            _ = answers
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1 s: a"#, #"4 s: from the cache"#])
    }

    func testWindow() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let events = scheduler.cold("-ab-c|")  // each character is a second
            let subscription = events
                .window(timeSpan: .seconds(3), count: 2, scheduler: scheduler)
                .enumerated()
                .flatMap { number, window in window.map { "window \(number): \($0)" } }
                .subscribe(onNext: { print("\(scheduler.clock) s, \($0)") })
            scheduler.start()
            _ = scheduler
            _ = events
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1 s, window 0: a"#, #"2 s, window 0: b"#, #"4 s, window 1: c"#])
    }
}
