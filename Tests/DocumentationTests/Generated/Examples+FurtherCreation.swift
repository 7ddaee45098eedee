// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceOperators
import MillraceTest
import XCTest

final class FurtherCreationExamples: XCTestCase {
    func testCascade() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let (cached, live) = (PublishSubject<String>(), PublishSubject<String>())
            let subscription = Observable.cascade([cached, live]).subscribe(onNext: { print($0) })
            cached.onNext("cached 1")
            live.onNext("live 1")
            cached.onNext("cached 2") // too late
            live.onNext("live 2")
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"cached 1"#, #"live 1"#, #"live 2"#])
    }

    func testForkJoin() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let requests = [3, 1, 2].map { Observable.just("took \($0) s").delay(.seconds($0), scheduler: scheduler) }
            let subscription = Observable.forkJoin(requests).subscribe(onNext: { print($0) })
            scheduler.start()
            _ = scheduler
            _ = requests
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"["took 3 s", "took 1 s", "took 2 s"]"#])
    }

    func testFromAsync() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            func load(user id: Int, in city: String, completion: @escaping (String) -> Void) {
                completion("user \(id) of \(city)")
            }
            let user = Observable.fromAsync(load(user:in:completion:))
            let subscription = user(7, "Oslo").subscribe(onNext: { print($0) })
            _ = user
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"user 7 of Oslo"#])
    }

    func testFromAsync2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            func load(completion: @escaping (String?, RxError?) -> Void) { completion(nil, .timeout) }
            let subscription = Single<String>.fromAsync(load)
                .subscribe(onSuccess: { print($0) }, onFailure: { print("failed: \($0)") })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"failed: Sequence timeout."#])
    }

    func testFromCallable() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            var stock = 2
            let order = Observable<Int>.fromCallable {
                guard stock > 0 else { throw RxError.noElements }
                stock -= 1
                return stock
            }
            for _ in 1...3 { _ = order.subscribe(onNext: { print("\($0) left") }, onError: { _ in print("sold out") }) }
            _ = order
        }
        XCTAssertEqual(printed.lines, [#"1 left"#, #"0 left"#, #"sold out"#])
    }

    func testFromHandler() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            final class Button {
                var handlers: [Int: (String) -> Void] = [:]
                func tap() { for handler in handlers.values { handler("tap") } }
            }
            let button = Button()
            let taps = Observable<String>.fromHandler(
                add: { handler in button.handlers[1] = handler; return 1 },
                remove: { id in button.handlers[id] = nil; print("removed") }
            )
            let subscription = taps.subscribe(onNext: { print($0) })
            button.tap()
            subscription.dispose()
            button.tap()
            _ = button
            _ = taps
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"tap"#, #"removed"#])
    }

    func testIif() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let isOnline = BehaviorRelay(value: false)
            let news = Observable.iif({ isOnline.value }, then: .just("today's"), otherwise: .just("yesterday's"))
            _ = news.subscribe(onNext: { print($0) })
            isOnline.accept(true)
            _ = news.subscribe(onNext: { print($0) })
            _ = isOnline
            _ = news
        }
        XCTAssertEqual(printed.lines, [#"yesterday's"#, #"today's"#])
    }

    func testIntervalRange() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = Observable<Int>
                .intervalRange(start: 5, count: 3, initialDelay: .seconds(1), period: .seconds(10), scheduler: scheduler)
                .subscribe(onNext: { print("\($0) at \(scheduler.clock)") }, onCompleted: { print("completed") })
            scheduler.advanceTo(60)
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5 at 1"#, #"6 at 11"#, #"7 at 21"#, #"completed"#])
    }

    func testOnErrorResumeNext() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let broken = Observable.of(1, 2).concat(Observable.error(RxError.timeout))
            let subscription = broken
                .onErrorResumeNext(.just(3), broken)
                .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
            _ = broken
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"1"#, #"2"#, #"3"#, #"1"#, #"2"#, #"completed"#])
    }

    func testOnce() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let coupon = Observable.once("10 % off")
            _ = coupon.subscribe(onNext: { print($0) })
            _ = coupon.subscribe(onNext: { print($0) }, onCompleted: { print("none left") })
            _ = coupon
        }
        XCTAssertEqual(printed.lines, [#"10 % off"#, #"none left"#])
    }

    func testUsingWhen() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let rows = Observable<String>.usingWhen(
                { "transaction" },
                observableFactory: { _ in .of("row 1", "row 2") },
                asyncCleanup: { transaction in
                    Completable.empty().do(onSubscribe: { print("\(transaction) closed") })
                }
            )
            let subscription = rows.subscribe { print($0) }
            _ = rows
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"next(row 1)"#, #"next(row 2)"#, #"transaction closed"#, #"completed"#])
    }
}
