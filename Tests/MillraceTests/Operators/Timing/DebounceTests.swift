import Millrace
import MillraceTest
import TestSupport
import XCTest

final class DebounceTests: MarbleTestCase {
    func testElementsThatNothingFollowsPass() {
        check(
            source: "-a-b--c--d--e---|",
            during: "--^",
            result: "-----b--c--d--e-|",
            active: "--^-------------!"
        ) { $0.debounce(.seconds(2), scheduler: $1) }
    }

    func testTheLastOneComesWithTheCompletion() {
        check(
            source: "-a--b--c--d-|",
            result: "------------(d|)",
            active: "^-----------!"
        ) { $0.debounce(.seconds(4), scheduler: $1) }
    }

    func testTheLatestOfARunPasses() {
        check(
            source: "-a--b-----cd",
            during: "^------------------!",
            result: "--------b------d",
            active: "^------------------!"
        ) { $0.debounce(.seconds(4), scheduler: $1) }
    }

    func testAnElementAtTheDueTimeComesBeforeATimerThatWasStartedLater() {
        // The source's events were scheduled before the timer.
        check(
            source: "-a-b----|",
            result: "-----b--|"
        ) { $0.debounce(.seconds(2), scheduler: $1) }
    }

    func testATimerThatWasStartedBeforeComesFirst() {
        // A diagram's events are all scheduled in advance; this one's second element is not.
        let scheduler = TestScheduler(initialClock: 0)
        let source = PublishSubject<String>()
        scheduler.scheduleAt(1) {
            source.onNext("a")
            scheduler.scheduleAt(3) { source.onNext("b") }
        }
        scheduler.expect(source.debounce(.seconds(2), scheduler: scheduler), emits: "---a-b")
    }

    func testAnErrorPassesAtOnceAndDropsWhatWaits() {
        check(
            source: "-a--b#",
            result: "---a-#",
            active: "^----!"
        ) { $0.debounce(.seconds(2), scheduler: $1) }
    }

    func testAnEmptySourceCompletesAtOnce() {
        check(
            source: "---|",
            result: "---|"
        ) { $0.debounce(.seconds(2), scheduler: $1) }
    }

    func testDisposalStopsTheTimer() {
        let end = check(
            source: "-a",
            during: "^-!",
            result: "",
            active: "^-!"
        ) { $0.debounce(.seconds(2), scheduler: $1) }
        XCTAssertEqual(end, 2)
    }
}
