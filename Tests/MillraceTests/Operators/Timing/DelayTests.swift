import Millrace
import MillraceTest
import TestSupport
import XCTest

final class DelayTests: MarbleTestCase {
    func testEverythingComesLater() {
        check(
            source: "-a-b--c--d-|",
            during: "--^",
            result: "------b--c--d-|",
            active: "--^--------!"
        ) { $0.delay(.seconds(3), scheduler: $1) }
    }

    func testALongDelayKeepsTheDistances() {
        check(
            source: "-ab--c|",
            result: "---------ab--c|"
        ) { $0.delay(.seconds(8), scheduler: $1) }
    }

    func testWhatCameTogetherComesOneActionEach() {
        check(
            source: "-(ab|)",
            result: "----ab|"
        ) { $0.delay(.seconds(3), scheduler: $1) }
    }

    func testAPauseEndsTheTimerAndTheNextElementStartsIt() {
        check(
            source: "-a-----b",
            during: "^-----------!",
            result: "--a-----b",
            active: "^-----------!"
        ) { $0.delay(.seconds(1), scheduler: $1) }
    }

    func testAnErrorPassesAtOnceAndDropsWhatWaits() {
        check(
            source: "-a--b#",
            result: "----a#",
            active: "^----!"
        ) { $0.delay(.seconds(3), scheduler: $1) }
    }

    func testAnErrorFromInsideADeliveryComesAfterIt() {
        let scheduler = TestScheduler(initialClock: 0)
        let source = PublishSubject<Int>()
        var log: [String] = []
        _ = source.delay(.seconds(10), scheduler: scheduler).subscribe(
            onNext: { _ in
                source.onError(TestError())
                log.append("delivered")
            },
            onError: { _ in log.append("failed") }
        )
        source.onNext(1)
        source.onNext(2)
        scheduler.start()
        XCTAssertEqual(log, ["delivered", "failed"])
    }

    func testDisposalDropsWhatWaits() {
        let end = check(
            source: "-a|",
            during: "^--!",
            result: "",
            active: "^-!"
        ) { $0.delay(.seconds(5), scheduler: $1) }
        XCTAssertEqual(end, 3)
    }

    func testASynchronousSource() {
        let scheduler = TestScheduler(initialClock: 0)
        scheduler.expect(Observable.of("a", "b").delay(.seconds(3), scheduler: scheduler), emits: "---ab|")
    }
}
