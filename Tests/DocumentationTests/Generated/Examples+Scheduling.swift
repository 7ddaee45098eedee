// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class SchedulingExamples: XCTestCase {
    func testDelaySubscription() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let chimes = scheduler.createHotObservable([.next(5, "quarter"), .next(15, "half")])
            let subscription = chimes
                .delaySubscription(.seconds(10), scheduler: scheduler)
                .subscribe(onNext: { print($0) })
            scheduler.start()
            _ = scheduler
            _ = chimes
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"half"#])
    }

    func testObserveOn() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = Observable.of("first", "second")
                .observe(on: scheduler)
                .subscribe(onNext: { print($0) })
            print("subscribed")
            scheduler.start()
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"subscribed"#, #"first"#, #"second"#])
    }

    func testObserveOnActor() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            actor Ledger {
                private(set) var total = 0
                func follow(_ amounts: Observable<Int>) async throws {
                    let added = amounts.observe(on: self).do(onNext: { self.total += $0 })
                    _ = try await added.toArray().value
                }
            }
            let ledger = Ledger()
            try await ledger.follow(.of(20, 22))
            print(await ledger.total)
            _ = ledger
        }
        XCTAssertEqual(printed.lines, [#"42"#])
    }

    func testObserveOnCapacity() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = Observable.of(1, 2, 3, 4)
                .observe(on: scheduler, capacity: 2, overflow: .dropOldest)
                .subscribe(onNext: { print($0) })
            scheduler.start() // by now the source has emitted everything
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"3"#, #"4"#])
    }

    func testObserveOnCarrying() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            enum Trace { @TaskLocal static var id = "none" }
            let queue = SerialDispatchQueueScheduler(qos: .utility)
            let requests = Observable.of("GET /", "GET /help")
                .observe(on: queue, carrying: Trace.$id)
                .map { "\(Trace.id) \($0)" }
            let lines = try Trace.$id.withValue("7f3a") { try requests.toBlocking().toArray() }
            print(lines)
            _ = queue
            _ = requests
            _ = lines
        }
        XCTAssertEqual(printed.lines, [#"["7f3a GET /", "7f3a GET /help"]"#])
    }

    func testSubscribeOn() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = Observable.just("rows")
                .do(onSubscribe: { print("query begins") })
                .subscribe(on: scheduler)
                .subscribe(onNext: { print($0) })
            print("subscribed")
            scheduler.start()
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"subscribed"#, #"query begins"#, #"rows"#])
    }
}
