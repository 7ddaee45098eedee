import Millrace
import TestSupport
import XCTest

final class ReplayRelayTests: XCTestCase {
    func testItReplays() {
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

    func testWhatItIsSeenAsHidesTheRelay() {
        let relay = ReplayRelay<Int>.create(bufferSize: 1)
        let recorders = [Recorder<Int>(), Recorder<Int>()]
        let sources = [relay.asObservable(), relay.asInfallible().asObservable()]
        let subscriptions = zip(sources, recorders).map { $0.subscribe($1) }
        relay.accept(1)
        XCTAssertEqual(recorders.map(\.elements), [[1], [1]])
        for subscription in subscriptions { subscription.dispose() }
    }
}
