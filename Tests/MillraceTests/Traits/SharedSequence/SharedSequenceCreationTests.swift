import Millrace
import MillraceTest
import TestSupport
import XCTest

final class SharedSequenceCreationTests: SharedSequenceTestCase {
    func testEmptyNeverAndJust() {
        XCTAssertEqual(events { _ in Driver<Int>.empty() }, [.completed(201)])
        XCTAssertEqual(events { _ in Driver<Int>.never() }, [])
        XCTAssertEqual(events { _ in Driver.just(1) }, [.next(201, 1), .completed(201)])
        XCTAssertEqual(events { _ in Signal<Int>.empty() }, [.completed(201)])
        XCTAssertEqual(events { _ in Signal<Int>.never() }, [])
        XCTAssertEqual(events { _ in Signal.just(1) }, [.next(201, 1), .completed(201)])
    }

    func testElementsOneAfterTheOther() {
        let expected: [Recorded<Event<Int>>] = [.next(201, 1), .next(202, 2), .next(203, 3), .completed(204)]
        XCTAssertEqual(events { _ in Driver.of(1, 2, 3) }, expected)
        XCTAssertEqual(events { _ in Driver.from([1, 2, 3]) }, expected)
        XCTAssertEqual(events { _ in Driver.from(1...3) }, expected)
        XCTAssertEqual(events { _ in Signal.of(1, 2, 3) }, expected)
        XCTAssertEqual(events { _ in Signal.from([1, 2, 3]) }, expected)
        XCTAssertEqual(events { _ in Signal.from(1...3) }, expected)
        XCTAssertEqual(events { _ in Driver<Int>.from([]) }, [.completed(201)])
    }

    func testAnOptionalElement() {
        XCTAssertEqual(events { _ in Driver.from(optional: 1) }, [.next(201, 1), .completed(202)])
        XCTAssertEqual(events { _ in Driver<Int>.from(optional: nil) }, [.completed(201)])
    }

    func testDeferredMakesTheSequenceForTheFirstSubscriber() {
        virtually { scheduler in
            let count = Counter()
            let driver = Driver.deferred { Driver.interval(.seconds(10)).startWith(count.add() * 100) }
            let first = scheduler.observe(driver, to: 215)
            let second = scheduler.observe(driver, from: 205, to: 225)
            let third = scheduler.observe(driver, from: 300, to: 315)
            XCTAssertEqual(count.value, 0)
            scheduler.start()
            XCTAssertEqual(first.events, [.next(200, 100), .next(210, 0)])
            XCTAssertEqual(second.events, [.next(205, 100), .next(210, 0), .next(220, 1)])
            XCTAssertEqual(third.events, [.next(300, 200), .next(310, 0)])
        }
    }

    func testIntervalAndTimer() {
        XCTAssertEqual(
            events(disposed: 235) { _ in Driver<Int>.interval(.seconds(10)) },
            [.next(210, 0), .next(220, 1), .next(230, 2)]
        )
        XCTAssertEqual(
            events(disposed: 225) { _ in Signal<Int>.timer(.seconds(10), period: .seconds(5)) },
            [.next(210, 0), .next(215, 1), .next(220, 2)]
        )
    }

    func testAnIntervalIsShared() {
        virtually { scheduler in
            let driver = Driver<Int>.interval(.seconds(10))
            let signal = Signal<Int>.timer(.seconds(10), period: .seconds(10))
            let firsts = [scheduler.observe(driver, to: 235), scheduler.observe(signal, to: 235)]
            let seconds = [
                scheduler.observe(driver, from: 225, to: 235), scheduler.observe(signal, from: 225, to: 235),
            ]
            scheduler.start()
            for first in firsts { XCTAssertEqual(first.events, [.next(210, 0), .next(220, 1), .next(230, 2)]) }
            XCTAssertEqual(seconds.map(\.events), [[.next(225, 1), .next(230, 2)], [.next(230, 2)]])
        }
    }
}
