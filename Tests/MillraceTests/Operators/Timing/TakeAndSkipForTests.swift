import Millrace
import MillraceTest
import TestSupport
import XCTest

final class TakeAndSkipForTests: XCTestCase {
    private let scheduler = TestScheduler(initialClock: 0)

    private func makeSource(_ end: Recorded<Event<Int>>? = nil) -> TestableObservable<Int> {
        scheduler.createHotObservable(
            [.next(210, 1), .next(220, 2), .next(230, 3), .next(240, 4)] + (end.map { [$0] } ?? [])
        )
    }

    func testTakeCompletesWhenTheTimeIsOver() {
        let source = makeSource()
        let result = scheduler.start { source.take(for: .seconds(25), scheduler: self.scheduler) }
        XCTAssertEqual(result.events, [.next(210, 1), .next(220, 2), .completed(225)])
        XCTAssertEqual(source.subscriptions, [Subscription(200, 225)])
    }

    func testTakeOfNoTime() {
        let source = makeSource()
        let result = scheduler.start { source.take(for: .seconds(0), scheduler: self.scheduler) }
        XCTAssertEqual(result.events, [.completed(201)])
        XCTAssertEqual(source.subscriptions, [Subscription(200, 201)])
    }

    func testTakeEndsWithTheSource() {
        let source = makeSource(.error(215, TestError()))
        let result = scheduler.start { source.take(for: .seconds(50), scheduler: self.scheduler) }
        XCTAssertEqual(result.events, [.next(210, 1), .error(215, TestError())])
    }

    func testSkipDropsWhatComesBefore() {
        let source = makeSource(.completed(250))
        let result = scheduler.start { source.skip(.seconds(25), scheduler: self.scheduler) }
        XCTAssertEqual(result.events, [.next(230, 3), .next(240, 4), .completed(250)])
        XCTAssertEqual(source.subscriptions, [Subscription(200, 250)])
    }

    func testSkipEndsWithTheSourceBefore() {
        let source = makeSource(.error(215, TestError()))
        let result = scheduler.start { source.skip(.seconds(50), scheduler: self.scheduler) }
        XCTAssertEqual(result.events, [.error(215, TestError())])
        XCTAssertEqual(source.subscriptions, [Subscription(200, 215)])
    }

    func testDisposalStopsTheTimers() {
        let source = makeSource()
        let result = scheduler.start(disposed: 215) {
            source.take(for: .seconds(50), scheduler: self.scheduler)
                .skip(.seconds(50), scheduler: self.scheduler)
        }
        XCTAssertEqual(result.events, [])
        XCTAssertEqual(source.subscriptions, [Subscription(200, 215)])
        XCTAssertEqual(scheduler.clock, 240)
    }
}
