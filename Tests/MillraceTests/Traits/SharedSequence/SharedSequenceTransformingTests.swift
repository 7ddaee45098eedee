import Millrace
import MillraceTest
import XCTest

final class SharedSequenceTransformingTests: SharedSequenceTestCase {
    func testMap() {
        XCTAssertEqual(
            events { _ in Driver.of(1, 2).map { "\($0 * 10)" } },
            [.next(201, "10"), .next(202, "20"), .completed(203)]
        )
        XCTAssertEqual(events { _ in Signal.of(1).map { $0 * 10 } }, [.next(201, 10), .completed(202)])
    }

    func testCompactMap() {
        XCTAssertEqual(
            events { _ in Driver.of("1", "a", "2").compactMap { Int($0) } },
            [.next(201, 1), .next(203, 2), .completed(204)]
        )
    }

    func testScan() {
        XCTAssertEqual(
            events { _ in Driver.of(1, 2, 3).scan("") { "\($0)\($1)" } },
            [.next(201, "1"), .next(202, "12"), .next(203, "123"), .completed(204)]
        )
    }

    private func outer(_ scheduler: TestScheduler) -> Driver<Int> {
        scheduler.driver(.next(210, 0), .next(230, 1), .completed(245))
    }

    /// They end at 261 and 251.
    private func signals(_ scheduler: TestScheduler) -> [Signal<Int>] {
        [
            scheduler.signal(.next(205, 1), .next(215, 2), .next(235, 3), .completed(260)),
            scheduler.signal(.next(225, 10), .next(240, 11), .completed(250)),
        ]
    }

    private func check(
        _ expected: [Recorded<Event<Int>>],
        line: UInt = #line,
        _ flatten: @escaping (Driver<Int>, [Signal<Int>]) -> Signal<Int>
    ) {
        XCTAssertEqual(events { flatten(self.outer($0), self.signals($0)) }, expected, line: line)
    }

    func testAllAtATime() {
        let expected: [Recorded<Event<Int>>] = [.next(216, 2), .next(236, 3), .next(241, 11), .completed(261)]
        check(expected) { outer, signals in outer.flatMap { signals[$0] } }
        check(expected) { outer, signals in outer.map { signals[$0] }.merge() }
        check(expected) { outer, signals in outer.map { signals[$0] }.merge(maxConcurrent: 2) }
    }

    func testTheLatest() {
        let expected: [Recorded<Event<Int>>] = [.next(216, 2), .next(241, 11), .completed(251)]
        check(expected) { outer, signals in outer.flatMapLatest { signals[$0] } }
        check(expected) { outer, signals in outer.map { signals[$0] }.switchLatest() }
    }

    func testTheFirst() {
        check([.next(216, 2), .next(236, 3), .completed(261)]) { outer, signals in
            outer.flatMapFirst { signals[$0] }
        }
    }

    func testOneAtATime() {
        let events = events { scheduler in
            let drivers = [
                scheduler.driver(.next(215, 2), .next(235, 3), .completed(240)),
                scheduler.driver(.next(235, 10), .next(250, 11), .completed(255)),
            ]
            return self.outer(scheduler).map { drivers[$0] }.merge(maxConcurrent: 1)
        }
        XCTAssertEqual(events, [.next(216, 2), .next(236, 3), .next(251, 11), .completed(256)])
    }

    func testTheInnerSequencesSayHowToShare() {
        virtually { scheduler in
            let inner = scheduler.driver(.next(220, 1), .next(240, 2))
            let driver: Driver<Int> = scheduler.signal(.next(210, 0)).flatMap { _ in inner }
            _ = scheduler.observe(driver)
            let second = scheduler.observe(driver, from: 230)
            scheduler.start()
            XCTAssertEqual(second.events, [.next(230, 1), .next(241, 2)])
        }
    }
}
