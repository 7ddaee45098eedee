import Millrace
import TestSupport
import XCTest

final class BehaviorRelayTests: XCTestCase {
    func testItHasAValue() {
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

    func testItsValueIsTheNewOneInsideTheCallback() {
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

    func testWhatItIsSeenAsHidesTheRelay() {
        let relay = BehaviorRelay(value: 0)
        let recorders = [Recorder<Int>(), Recorder<Int>()]
        let sources = [relay.asObservable(), relay.asInfallible().asObservable()]
        let subscriptions = zip(sources, recorders).map { $0.subscribe($1) }
        relay.accept(1)
        XCTAssertEqual(recorders.map(\.elements), [[0, 1], [0, 1]])
        for subscription in subscriptions { subscription.dispose() }
    }
}
