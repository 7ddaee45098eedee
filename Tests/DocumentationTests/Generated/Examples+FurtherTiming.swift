// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceOperators
import MillraceTest
import XCTest

final class FurtherTimingExamples: XCTestCase {
    func testDebounce() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let keys = PublishSubject<String>()
            let pause = PublishSubject<Void>()
            let subscription = keys
                .debounce(by: { _ in pause })
                .subscribe(onNext: { print($0) })
            keys.onNext("m")
            keys.onNext("mi")
            pause.onNext(())
            keys.onNext("mil")
            keys.onCompleted()
            _ = keys
            _ = pause
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"mi"#, #"mil"#])
    }

    func testDelay() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let doors = ["A": PublishSubject<Void>(), "B": PublishSubject<Void>()]
            let subscription = Observable.of("A", "B")
                .delay(by: { doors[$0]! })
                .subscribe(onNext: { print($0) })
            doors["B"]?.onNext(())
            doors["A"]?.onNext(())
            _ = doors
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"B"#, #"A"#])
    }

    func testDelaySubscription() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let databaseIsOpen = PublishSubject<Void>()
            let subscription = Observable.of("row 1", "row 2")
                .delaySubscription(until: databaseIsOpen)
                .subscribe(onNext: { print($0) })
            print("opening")
            databaseIsOpen.onNext(())
            _ = databaseIsOpen
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"opening"#, #"row 1"#, #"row 2"#])
    }

    func testSample() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let temperatures = scheduler.cold("-ab-------c|")  // each character is a second
            let subscription = temperatures
                .sample(period: .seconds(4), scheduler: scheduler)
                .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
            scheduler.start()
            _ = scheduler
            _ = temperatures
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"4 s: b"#, #"12 s: c"#])
    }

    func testThrottle() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let positions = PublishSubject<Int>()
            let frame = PublishSubject<Void>()
            let subscription = positions
                .throttle(by: { _ in frame })
                .subscribe(onNext: { print($0) })
            for position in 1...3 { positions.onNext(position) }
            frame.onNext(())
            frame.onNext(())
            positions.onNext(4)
            _ = positions
            _ = frame
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1"#, #"3"#, #"4"#])
    }

    func testThrottle2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let positions = scheduler.cold("-abc------d-----|")  // each character is a second
            let subscription = positions
                .audit(.seconds(3), scheduler: scheduler)
                .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
            scheduler.start()
            _ = scheduler
            _ = positions
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"4 s: c"#, #"13 s: d"#])
    }

    func testTimeout() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let parts = scheduler.cold("-a-b-c-d-e-|")  // each character is a second
            let subscription = parts
                .timeout(total: .seconds(6), scheduler: scheduler)
                .subscribe(onNext: { print($0) }, onError: { print("failed after \(scheduler.clock) s: \($0)") })
            scheduler.start()
            _ = scheduler
            _ = parts
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"a"#, #"b"#, #"c"#, #"failed after 6 s: Sequence timeout."#])
    }

    func testTimeout2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let answers = scheduler.cold("-a--b-----c|")  // each character is a second
            let subscription = answers
                .timeout(by: { Observable<Int>.timer(.seconds($0 == "a" ? 4 : 2), scheduler: scheduler) })
                .subscribe(onNext: { print($0) }, onError: { print("failed after \(scheduler.clock) s: \($0)") })
            scheduler.start()
            _ = scheduler
            _ = answers
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"a"#, #"b"#, #"failed after 6 s: Sequence timeout."#])
    }
}
