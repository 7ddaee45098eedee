import Millrace
import TestSupport
import XCTest

final class PublishRelayTests: XCTestCase {
    func testItPassesOnWhatItAccepts() {
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

    func testWhatItIsSeenAsHidesTheRelay() {
        let relay = PublishRelay<Int>()
        let recorders = [Recorder<Int>(), Recorder<Int>()]
        let sources = [relay.asObservable(), relay.asInfallible().asObservable()]
        let subscriptions = zip(sources, recorders).map { $0.subscribe($1) }
        relay.accept(1)
        XCTAssertEqual(recorders.map(\.elements), [[1], [1]])
        for subscription in subscriptions { subscription.dispose() }
    }
}
