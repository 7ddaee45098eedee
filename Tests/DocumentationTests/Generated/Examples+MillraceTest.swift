// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class MillraceTestExamples: XCTestCase {
    func testTestSchedulerCompare() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
            let source = scheduler.cold("1-2|", ["1": 1, "2": 2])
            let comparison = scheduler.compare(source.map { $0 * 10 }, with: "a-b|", ["a": 10, "b": 20])
            XCTAssert(comparison.isEqual, "\(comparison)")
            _ = scheduler
            _ = source
            _ = comparison
        }
        XCTAssertEqual(printed.lines, [])
    }

    func testTestSchedulerCompare2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.hot("-x-a--b--y", ["x": 0, "a": 1, "b": 2, "y": 3])
            let comparison = scheduler.compare(source, during: "--^----!", with: "---a--b-", ["a": 1, "b": 2])
            XCTAssert(comparison.isEqual, "\(comparison)")
            _ = scheduler
            _ = source
            _ = comparison
        }
        XCTAssertEqual(printed.lines, [])
    }

    func testTestSchedulerExpect() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
            scheduler.expect(scheduler.cold("a-b-|").delay(.seconds(2), scheduler: scheduler), emits: "--a-b-|")
            _ = scheduler
        }
        XCTAssertEqual(printed.lines, [])
    }

    func testTestSchedulerExpect2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.hot("-a-b-c-", ["a": 1, "b": 2, "c": 3])
            scheduler.expect(source, during: "--^-!", emits: "---b", ["b": 2])
            _ = scheduler
            _ = source
        }
        XCTAssertEqual(printed.lines, [])
    }

    func testTestSchedulerMarbles() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0, resolution: 0.01)
            let strings = scheduler.cold("-a--b-|")  // "a" after one tick, "b" after four
            let numbers = scheduler.cold("-a--b-|", ["a": 1, "b": 2])  // of any type
            let slow = scheduler.cold("a 10s b 250ms c|")  // long pauses, with spaces around them
            print(slow.recordedEvents.map(\.time))
            _ = scheduler
            _ = strings
            _ = numbers
            _ = slow
        }
        XCTAssertEqual(printed.lines, [#"[0, 1001, 1027, 1028]"#])
    }

    func testTestSchedulerMarbles2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let clicks = scheduler.hot("-a-b-", ["a": 1, "b": 2])
            scheduler.expect(clicks, during: "--^-!", emits: "---b", ["b": 2])
            _ = scheduler
            _ = clicks
        }
        XCTAssertEqual(printed.lines, [])
    }

    func testTestSchedulerSubscriptions() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.hot("-a-b-c-")
            scheduler.expect(source.take(2), during: "-^-----!", emits: "---b-(c|)")
            let comparison = scheduler.compareSubscriptions(of: source, with: "-^---!")
            XCTAssert(comparison.isEqual, "\(comparison)")
            _ = scheduler
            _ = source
            _ = comparison
        }
        XCTAssertEqual(printed.lines, [])
    }

    func testTestSchedulerSubscriptions2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.hot("-a-b-c-")
            scheduler.expect(source.take(2), emits: "-a-(b|)")
            scheduler.expectSubscriptions(of: source, "^--!")
            _ = scheduler
            _ = source
        }
        XCTAssertEqual(printed.lines, [])
    }

    func testTestScheduler() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
            let result = scheduler.start { source.map { $0 * 2 } }
            XCTAssertEqual(result.events, [.next(210, 2), .next(220, 4), .completed(230)])
            XCTAssertEqual(source.subscriptions, [Subscription(200, 230)])
            _ = scheduler
            _ = source
            _ = result
        }
        XCTAssertEqual(printed.lines, [])
    }

    func testTestScheduler2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let clicks = scheduler.createHotObservable([.next(10, "a"), .next(30, "b")])
            let result = scheduler.start(created: 0, subscribed: 20, disposed: 100) { clicks }
            XCTAssertEqual(result.events, [.next(30, "b")])
            _ = scheduler
            _ = clicks
            _ = result
        }
        XCTAssertEqual(printed.lines, [])
    }

    func testTestScheduler3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let answer = scheduler.createColdObservable([.next(10, "a"), .completed(20)])
            let result = scheduler.start { answer }  // subscribes at 200
            XCTAssertEqual(result.events, [.next(210, "a"), .completed(220)])
            _ = scheduler
            _ = answer
            _ = result
        }
        XCTAssertEqual(printed.lines, [])
    }

    func testTestScheduler4() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let observer = scheduler.createObserver(Int.self)
            let subscription = Observable<Int>.interval(.seconds(10), scheduler: scheduler).subscribe(observer)
            scheduler.advanceTo(25)
            XCTAssertEqual(observer.events, [.next(10, 0), .next(20, 1)])
            _ = scheduler
            _ = observer
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [])
    }

    func testTestScheduler5() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            scheduler.scheduleAt(15) { print("now: \(scheduler.clock)") }
            scheduler.start()
            _ = scheduler
        }
        XCTAssertEqual(printed.lines, [#"now: 15"#])
    }

    func testXCTAssertRecorded() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2)])
            let result = scheduler.start { source.map { $0 * 10 } }
            XCTAssertRecordedElements(result.events, [10, 20])
            _ = scheduler
            _ = source
            _ = result
        }
        XCTAssertEqual(printed.lines, [])
    }
}
