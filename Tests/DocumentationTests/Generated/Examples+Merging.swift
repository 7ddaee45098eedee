// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class MergingExamples: XCTestCase {
    func testAmb() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let mirrors = [5, 2].map { seconds in
                Observable.just("answered after \(seconds) s").delay(.seconds(seconds), scheduler: scheduler)
            }
            let subscription = Observable.amb(mirrors).subscribe(onNext: { print($0) })
            scheduler.start()
            _ = scheduler
            _ = mirrors
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"answered after 2 s"#])
    }

    func testAmb2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let (near, far) = (PublishSubject<String>(), PublishSubject<String>())
            let subscription = near.amb(far).subscribe(onNext: { print($0) })
            far.onNext("far 1")
            near.onNext("near 1") // too late
            far.onNext("far 2")
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"far 1"#, #"far 2"#])
    }

    func testConcatMap() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = Observable.of(3, 1, 2)
                .concatMap { Observable.just("took \($0) s").delay(.seconds($0), scheduler: scheduler) }
                .subscribe(onNext: { print($0) })
            scheduler.start()
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"took 3 s"#, #"took 1 s"#, #"took 2 s"#])
    }

    func testFlatMap() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = Observable.of(3, 1, 2)
                .flatMap { Observable.just("took \($0) s").delay(.seconds($0), scheduler: scheduler) }
                .subscribe(onNext: { print($0) })
            scheduler.start()
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"took 1 s"#, #"took 2 s"#, #"took 3 s"#])
    }

    func testFlatMap2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = Observable.of(3, 1, 2)
                .flatMapFirst { Observable.just("took \($0) s").delay(.seconds($0), scheduler: scheduler) }
                .subscribe(onNext: { print($0) })
            scheduler.start()
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"took 3 s"#])
    }

    func testFlatMap3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = Observable.of(3, 1, 2)
                .flatMapLatest { Observable.just("took \($0) s").delay(.seconds($0), scheduler: scheduler) }
                .subscribe(onNext: { print($0) })
            scheduler.start()
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"took 2 s"#])
    }

    func testMerge() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
            let subscription = Observable.of(left, right).merge()
                .subscribe(onNext: { print($0) })
            left.onNext(1)
            right.onNext(2)
            left.onNext(3)
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1"#, #"2"#, #"3"#])
    }

    func testMerge2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let downloads = Observable.of("a", "b", "c").map { file in
                Observable.just(file)
                    .delay(.seconds(5), scheduler: scheduler)
                    .do(onSubscribe: { print("\(file) begins") }, onDispose: { print("\(file) has ended") })
            }
            let subscription = downloads.merge(maxConcurrent: 2).subscribe()
            scheduler.start()
            _ = scheduler
            _ = downloads
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"a begins"#, #"b begins"#, #"a has ended"#, #"c begins"#, #"b has ended"#, #"c has ended"#])
    }

    func testMerge3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let orders = PublishSubject<String>()
            let payments = PublishSubject<String>()
            let subscription = Observable.merge([orders, payments])
                .subscribe(onNext: { print($0) })
            orders.onNext("order 1")
            payments.onNext("payment 1")
            orders.onNext("order 2")
            _ = orders
            _ = payments
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"order 1"#, #"payment 1"#, #"order 2"#])
    }

    func testSwitchLatest() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let stations = PublishSubject<Observable<String>>()
            let (news, music) = (PublishSubject<String>(), PublishSubject<String>())
            let subscription = stations.switchLatest().subscribe(onNext: { print($0) })
            stations.onNext(news)
            news.onNext("headlines")
            stations.onNext(music)
            news.onNext("weather") // nobody listens any more
            music.onNext("song")
            _ = stations
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"headlines"#, #"song"#])
    }
}
