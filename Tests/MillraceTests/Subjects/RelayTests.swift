import Millrace
import TestSupport
import XCTest

final class RelayTests: XCTestCase {
    func testAPublishRelayPassesOnWhatItAccepts() {
        let relay = PublishRelay<Int>()
        let recorder = Recorder<Int>()
        relay.accept(1)
        let subscription = relay.subscribe(recorder)
        relay.accept(2)
        let mapped = Recorder<Int>()
        let second = relay.map { $0 * 10 }.subscribe(mapped)
        relay.accept(3)
        subscription.dispose()
        relay.accept(4)
        XCTAssertEqual(recorder.marks, ["2", "3"])
        XCTAssertEqual(mapped.marks, ["30", "40"])
        second.dispose()
    }

    func testABehaviorRelayHasAValue() {
        let relay = BehaviorRelay(value: 1)
        XCTAssertEqual(relay.value, 1)
        let recorder = Recorder<Int>()
        let subscription = relay.subscribe(recorder)
        relay.accept(2)
        XCTAssertEqual(relay.value, 2)
        subscription.dispose()
        relay.accept(3)
        XCTAssertEqual(relay.value, 3)
        XCTAssertEqual(recorder.marks, ["1", "2"])
    }

    func testABehaviorRelaysValueIsTheNewOneInsideTheCallback() {
        let relay = BehaviorRelay(value: 0)
        var values: [Int] = []
        let subscription = relay.subscribe(onNext: { _ in
            values.append(relay.value)
            if relay.value < 3 { relay.accept(relay.value + 1) }
            values.append(relay.value)
        })
        XCTAssertEqual(values, [0, 1, 2, 3, 3, 3, 3, 3])
        subscription.dispose()
    }

    func testAReplayRelayReplays() {
        let bounded = ReplayRelay<Int>.create(bufferSize: 2)
        let unbounded = ReplayRelay<Int>.createUnbound()
        let recorders = [Recorder<Int>(), Recorder<Int>()]
        for i in 1...3 {
            bounded.accept(i)
            unbounded.accept(i)
        }
        let subscriptions = [bounded.subscribe(recorders[0]), unbounded.subscribe(recorders[1])]
        bounded.accept(4)
        unbounded.accept(4)
        XCTAssertEqual(recorders.map(\.elements), [[2, 3, 4], [1, 2, 3, 4]])
        for subscription in subscriptions { subscription.dispose() }
    }

    func testWhatTheyAreSeenAsHidesTheRelay() {
        let publish = PublishRelay<Int>()
        let behavior = BehaviorRelay(value: 0)
        let replay = ReplayRelay<Int>.create(bufferSize: 1)
        let recorders = (0..<6).map { _ in Recorder<Int>() }
        let sources = [
            publish.asObservable(), behavior.asObservable(), replay.asObservable(),
            publish.asInfallible().asObservable(), behavior.asInfallible().asObservable(),
            replay.asInfallible().asObservable(),
        ]
        let subscriptions = zip(sources, recorders).map { $0.subscribe($1) }
        publish.accept(1)
        behavior.accept(1)
        replay.accept(1)
        XCTAssertEqual(recorders.map(\.elements), [[1], [0, 1], [1], [1], [0, 1], [1]])
        for subscription in subscriptions { subscription.dispose() }
    }

    func testASubscriptionOutlivesItsRelay() {
        var relay: BehaviorRelay<Int>? = BehaviorRelay(value: 1)
        weak let alive = relay
        let recorder = Recorder<Int>()
        let subscription = relay!.subscribe(recorder)
        relay = nil
        XCTAssertNil(alive)
        XCTAssertEqual(recorder.marks, ["1"])
        subscription.dispose()
    }
}
