import Millrace
import MillraceTest
import TestSupport
import XCTest

final class BufferTests: MarbleTestCase {
    /// What the marks in the results stand for.
    private let buffers: [Character: [String]] = [
        "A": ["a", "b", "c"], "B": ["d"], "C": ["e", "f", "g"], "D": ["h"], "0": [],
    ]

    func testTimeOrCountWhateverComesFirst() {
        check(
            source: "-abc-d--efg-h-------|",
            result: "---A---B--C---D---0-(0|)",
            active: "^-------------------!",
            naming: buffers
        ) { source, _, scheduler in source.buffer(timeSpan: .seconds(4), count: 3, scheduler: scheduler) }
    }

    func testACountOfZeroOrLessIsNoLimit() {
        for count in [0, -1, Int.min] {
            check(
                source: "-abc-d-|",
                result: "----A--(B|)",
                active: "^------!",
                naming: buffers
            ) { source, _, scheduler in source.buffer(timeSpan: .seconds(4), count: count, scheduler: scheduler) }
        }
    }

    func testAnErrorDropsWhatHasCome() {
        check(
            source: "-abc-d--efg-h----x-#",
            result: "---A---B--C---D---X#",
            active: "^------------------!",
            naming: buffers.merging(["X": ["x"]]) { $1 }
        ) { source, _, scheduler in source.buffer(timeSpan: .seconds(4), count: 3, scheduler: scheduler) }
        check(
            source: "-abc-#",
            result: "---A-#",
            active: "^----!",
            naming: buffers
        ) { source, _, scheduler in source.buffer(timeSpan: .seconds(4), count: 3, scheduler: scheduler) }
        check(
            source: "-abc-d#",
            result: "---A--#",
            active: "^-----!",
            naming: buffers
        ) { source, _, scheduler in source.buffer(timeSpan: .seconds(4), count: 3, scheduler: scheduler) }
    }

    func testDisposalStopsTheTimer() {
        let end = check(
            source: "-abc-d--efg-h",
            during: "^----------!",
            result: "---A---B--C",
            active: "^----------!",
            naming: buffers
        ) { source, _, scheduler in source.buffer(timeSpan: .seconds(4), count: 3, scheduler: scheduler) }
        XCTAssertEqual(end, 12)
    }

    func testElementsFromInsideADelivery() {
        let scheduler = TestScheduler(initialClock: 0)
        let source = PublishSubject<Int>()
        let observer = scheduler.createObserver([Int].self)
        let subscription = source.buffer(timeSpan: .seconds(10), count: 2, scheduler: scheduler)
            .do(onNext: { if $0 == [1, 2] { for element in 3...5 { source.onNext(element) } } })
            .subscribe(observer)
        source.onNext(1)
        source.onNext(2)
        scheduler.advanceTo(15)
        subscription.dispose()
        XCTAssertEqual(observer.events, [.next(0, [3, 4]), .next(0, [1, 2]), .next(10, [5])])
    }
}
