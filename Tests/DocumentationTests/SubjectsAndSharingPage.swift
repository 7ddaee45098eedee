import Foundation
import Millrace
import MillraceTest
import TestSupport
import XCTest

// The code of SubjectsAndSharing.md.

private struct Sensor {
    let readings: Observable<Double>
}

/// Counts what a consumer has missed.
private final class Dropped: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0
    var count: Int { lock.withLock { number } }

    func increment(by count: Int) { lock.withLock { number += count } }
}

private final class Report: @unchecked Sendable {
    private let lock = NSLock()
    private var received: [Int] = []
    var prices: [Int] { lock.withLock { received } }

    func add(_ price: Int) { lock.withLock { received.append(price) } }
}

final class SubjectsAndSharingPage: XCTestCase {
    func testARelay() {
        let bag = DisposeBag()
        let sensor = Sensor(readings: .of(18, 18.5))
        var printed: [String] = []
        func print(_ value: Any) { printed.append("\(value)") }

        let temperature = BehaviorRelay(value: 20.0)
        temperature
            .distinctUntilChanged()
            .subscribe(onNext: { print("\($0) °C") })
            .disposed(by: bag)

        temperature.accept(21.5)
        print(temperature.value)
        sensor.readings.bind(to: temperature).disposed(by: bag)

        XCTAssertEqual(printed, ["20.0 °C", "21.5 °C", "21.5", "18.0 °C", "18.5 °C"])
    }

    func testSharing() {
        let feed = PublishSubject<String>()
        func parse(_ text: String) -> Int { Int(text) ?? 0 }

        let quotes = feed.map(parse).share(replay: 1)

        let scheduler = TestScheduler(initialClock: 0)
        let (early, late) = (scheduler.createObserver(Int.self), scheduler.createObserver(Int.self))
        let first = quotes.subscribe(early)
        feed.onNext("7")
        let second = quotes.subscribe(late)
        feed.onNext("8")
        XCTAssertRecordedElements(early.events, [7, 8])
        XCTAssertRecordedElements(late.events, [7, 8])
        first.dispose()
        second.dispose()
        XCTAssertFalse(feed.hasObservers)
    }

    func testKeepingTheLastElement() {
        var requests = 0
        func loadSettings() -> Observable<Int> {
            Observable.deferred {
                requests += 1
                return .just(requests)
            }
        }

        let settings = loadSettings().concat(Observable.never()).share(replay: 1)

        var received: [Int] = []
        let subscriptions = (1...3).map { _ in settings.subscribe(onNext: { received.append($0) }) }
        XCTAssertEqual(received, [1, 1, 1])
        for subscription in subscriptions { subscription.dispose() }
    }

    func testABroadcast() async throws {
        typealias Price = Int
        let (price, dropped, reported) = (7, Dropped(), Report())
        @Sendable func report(_ price: Price) async { reported.add(price) }

        let prices = Broadcast<Price>(replay: 100, capacity: 1_024)

        let newest = prices.values(onLag: .skip, onSkip: { dropped.increment(by: $0) })
        Task {
            for try await price in newest { await report(price) }
        }
        prices.send(price)  // .sent, .full, .ended or .noConsumers
        try await prices.sendWhenRoom(price)  // waits while the ring is full
        prices.finish()

        await waitForTasks { reported.prices == [7, 7] }
        XCTAssertEqual(dropped.count, 0)
    }
}
