// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceOperators
import MillraceTest
import XCTest

final class FurtherTransformingExamples: XCTestCase {
    func testApply() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            func labelled(_ source: Observable<Int>) -> Observable<String> {
                source.filter { $0 > 0 }.map { "+\($0)" }
            }
            let subscription = Observable.of(1, -1, 2)
                .apply(labelled)
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"+1"#, #"+2"#])
    }

    func testBuffer() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of(1, 2, 3, 4, 5)
                .buffer(count: 3, skip: 2)
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"[1, 2, 3]"#, #"[3, 4, 5]"#, #"[5]"#])
    }

    func testBuffer2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let words = Observable.of("stop", "and", "go.", "then", "rest.", "Well")
            let subscription = words
                .buffer(until: { $0.hasSuffix(".") })
                .subscribe(onNext: { print($0.joined(separator: " ")) })
            _ = words
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"stop and go."#, #"then rest."#, #"Well"#])
    }

    func testBuffer3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = scheduler.cold("-ab----c-----------d|")
                .buffer(timeSpan: .seconds(4), scheduler: scheduler)
                .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
            scheduler.start()
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"4 s: ["a", "b"]"#, #"8 s: ["c"]"#, #"20 s: ["d"]"#])
    }

    func testBufferBoundary() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let (keys, returns) = (PublishSubject<String>(), PublishSubject<Void>())
            let subscription = keys
                .buffer(boundary: returns)
                .subscribe(onNext: { print($0) })
            keys.onNext("h")
            keys.onNext("i")
            returns.onNext(())
            returns.onNext(())
            keys.onNext("!")
            keys.onCompleted()
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"["h", "i"]"#, #"[]"#, #"["!"]"#])
    }

    func testBufferBoundary2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let (moves, frames) = (PublishSubject<Int>(), PublishSubject<Void>())
            let subscription = moves
                .bufferWithTrigger(frames)
                .subscribe(onNext: { print($0) })
            moves.onNext(1)
            moves.onNext(2)
            frames.onNext(())
            moves.onNext(3)
            frames.onNext(())
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"[1, 2]"#, #"[3]"#])
    }

    func testCollect() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("ebb", "flow", "eddy")
                .collect(into: [Character: Int]()) { $0[$1.first!, default: 0] += 1 }
                .subscribe(onSuccess: { print($0["e"]!, $0["f"]!) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"2 1"#])
    }

    func testConcatMapEager() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = Observable.of(3, 1, 2)
                .concatMapEager(maxConcurrent: 2) { seconds in
                    Observable<Int>.timer(.seconds(seconds), scheduler: scheduler).mapTo("took \(seconds) s")
                }
                .subscribe(onNext: { print("\(scheduler.clock): \($0)") })
            scheduler.start()
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"3: took 3 s"#, #"3: took 1 s"#, #"5: took 2 s"#])
    }

    func testEncode() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            struct Price: Encodable { let cents: Int }
            let subscription = Observable.of(Price(cents: 250), Price(cents: 300))
                .encode(encoder: JSONEncoder())
                .subscribe(onNext: { print(String(decoding: $0, as: UTF8.self)) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"{"cents":250}"#, #"{"cents":300}"#])
    }

    func testExpand() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let children = ["home": ["docs", "music"], "docs": ["taxes"]]
            let subscription = Observable.of("home")
                .expand(maxConcurrent: 1) { Observable.from(children[$0] ?? []) }
                .subscribe(onNext: { print($0) })
            _ = children
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"home"#, #"docs"#, #"music"#, #"taxes"#])
    }

    func testFilterMap() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("12", "x")
                .filterMap { text -> FilterMap<Int> in Int(text).map(FilterMap.map) ?? .ignore }
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"12"#])
    }

    func testFilterMap2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let readings = Observable.of(20, -274, 22)
            let subscription = readings
                .filterMap { $0 < -273 ? .ignore : .map("\($0) °C") }
                .subscribe(onNext: { print($0) })
            _ = readings
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"20 °C"#, #"22 °C"#])
    }

    func testFlatMap() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = Observable.of(3, 1, 2)
                .flatMap(maxConcurrent: 2) { seconds in
                    Observable<Int>.timer(.seconds(seconds), scheduler: scheduler).mapTo("took \(seconds) s")
                }
                .subscribe(onNext: { print("\(scheduler.clock): \($0)") })
            scheduler.start()
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1: took 1 s"#, #"3: took 3 s"#, #"3: took 2 s"#])
    }

    func testFlatMap2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let steps = Observable.of("copy", "check").concat(Observable.error(RxError.timeout))
            let subscription = steps
                .flatMap(
                    onNext: { Observable.just("\($0) done") },
                    onError: { Observable.just("failed: \($0)") },
                    onCompleted: { Observable.just("all done") }
                )
                .subscribe(onNext: { print($0) })
            _ = steps
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"copy done"#, #"check done"#, #"failed: Sequence timeout."#])
    }

    func testGroupBy() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scores = Observable.of("red 2", "blue 1", "red 3")
            let subscription = scores
                .groupBy { $0.split(separator: " ")[0] } elementSelector: { Int($0.split(separator: " ")[1])! }
                .flatMap { team in team.scan(0) { $0 + $1 }.map { "\(team.key): \($0)" } }
                .subscribe(onNext: { print($0) })
            _ = scores
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"red: 2"#, #"blue: 1"#, #"red: 5"#])
    }

    func testMapAt() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("to", "and", "fro")
                .mapAt(\.count)
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"2"#, #"3"#, #"3"#])
    }

    func testMapMany() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of(["ada", "grace"], [])
                .mapMany { $0.uppercased() }
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"["ADA", "GRACE"]"#, #"[]"#])
    }

    func testMapMany2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of([1, 2, 4], [3])
                .filterMany { $0 % 2 == 0 }
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"[2, 4]"#, #"[]"#])
    }

    func testMapTo() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let (plus, minus) = (PublishSubject<Void>(), PublishSubject<Void>())
            let subscription = Observable.merge(plus.mapTo(1), minus.mapTo(-1))
                .scan(0) { $0 + $1 }
                .subscribe(onNext: { print($0) })
            plus.onNext(())
            plus.onNext(())
            minus.onNext(())
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1"#, #"2"#, #"1"#])
    }

    func testMergeScan() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = scheduler.cold("1--2|")
                .mergeScan("0") { Observable.just($0 + $1).delay(.seconds(1), scheduler: scheduler) }
                .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
            scheduler.start()
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1 s: 01"#, #"4 s: 012"#])
    }

    func testMergeScan2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = scheduler.cold("12---3|")
                .switchScan("0") { Observable.just($0 + $1).delay(.seconds(2), scheduler: scheduler) }
                .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
            scheduler.start()
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"3 s: 02"#, #"7 s: 023"#])
    }

    func testNwise() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of(3, 6, 9, 3)
                .nwise(3)
                .subscribe(onNext: { print($0.reduce(0, +) / 3) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"6"#, #"6"#])
    }

    func testOfType() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable<Any>.of(1, "two", 3)
                .ofType(Int.self)
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1"#, #"3"#])
    }

    func testOfType2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable<Any>.of(1, "two", 3)
                .cast(Int.self)
                .subscribe(onNext: { print($0) }, onError: { print("failed: \($0)") })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1"#, #"failed: An element is of type String, not Int."#])
    }

    func testOfType3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable<Any>.of("two")
                .cast(Int.self)
                .subscribe(onError: { if let error = $0 as? RxCastError { print(error.found, error.expected) } })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"String Int"#])
    }

    func testPairwise() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of(100, 104, 101)
                .pairwise()
                .subscribe(onNext: { print($1 - $0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"4"#, #"-3"#])
    }

    func testPartition() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let numbers = PublishSubject<Int>()
            let (even, odd) = numbers.partition { $0 % 2 == 0 }
            let subscriptions = [
                even.subscribe(onNext: { print("\($0) is even") }),
                odd.subscribe(onNext: { print("\($0) is odd") }),
            ]
            numbers.onNext(1)
            numbers.onNext(2)
            _ = numbers
            _ = subscriptions
        }
        XCTAssertEqual(printed.lines, [#"1 is odd"#, #"2 is even"#])
    }

    func testReduce() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("a", "b", "c")
                .reduce { $0 + $1 }
                .subscribe(onSuccess: { print($0) }, onCompleted: { print("no element") })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"abc"#])
    }

    func testReplaceNil() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("3", "three")
                .map { Int($0) }
                .replaceNil(with: 0)
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"3"#, #"0"#])
    }

    func testScan() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of(3, 8, 5)
                .scan { max($0, $1) }
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"3"#, #"8"#, #"8"#])
    }

    func testSwitchOnFirst() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let lines = Observable.of("reverse", "abc", "xyz")
            let subscription = lines
                .switchOnFirst { first, all in
                    first.element == "reverse" ? all.skip(1).map { String($0.reversed()) } : all
                }
                .subscribe(onNext: { print($0) })
            _ = lines
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"cba"#, #"zyx"#])
    }

    func testTimestamp() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = scheduler.cold("--a---b|")
                .timestamp(scheduler: scheduler)
                .subscribe(onNext: { print($0.element, $0.timestamp.timeIntervalSince1970) })
            scheduler.start()
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"a 2.0"#, #"b 6.0"#])
    }

    func testTimestamp2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = scheduler.cold("--a---b|")
                .timeInterval(scheduler: scheduler)
                .subscribe(onNext: { print("\($0.element) after \($0.interval) s") })
            scheduler.start()
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"a after 2.0 s"#, #"b after 4.0 s"#])
    }

    func testUnwrap() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("3", "three", "5")
                .map { Int($0) }
                .unwrap()
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"3"#, #"5"#])
    }

    func testWindow() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of(1, 2, 3, 4, 5)
                .window(count: 2)
                .flatMap { $0.toArray() }
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"[1, 2]"#, #"[3, 4]"#, #"[5]"#])
    }

    func testWindow2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let (steps, days) = (PublishSubject<Int>(), PublishSubject<Void>())
            let subscription = steps
                .window(boundary: days)
                .flatMap { $0.reduce(0) { $0 + $1 } }
                .subscribe(onNext: { print($0) })
            steps.onNext(800)
            steps.onNext(700)
            days.onNext(())
            steps.onNext(900)
            steps.onCompleted()
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1500"#, #"900"#])
    }
}
