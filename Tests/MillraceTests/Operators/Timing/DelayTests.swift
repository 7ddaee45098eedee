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

    func testWhatComesDuringALongDeliveryIsDelayedFromWhenItCame() {
        let scheduler = ManualScheduler()
        let source = PublishSubject<Int>()
        var log: [String] = []
        _ = source.delay(.milliseconds(500), scheduler: scheduler).subscribe(
            onNext: { element in
                log.append("\(element) at \(scheduler.milliseconds)")
                guard element == 1 else { return }
                scheduler.advance(by: .milliseconds(125))
                TestThread { source.onNext(2) }.join()
                scheduler.advance(by: .milliseconds(125))
                TestThread { source.onNext(3) }.join()
                scheduler.advance(by: .milliseconds(125))
                TestThread { source.onCompleted() }.join()
                scheduler.advance(by: .milliseconds(125))
            },
            onCompleted: { log.append("end at \(scheduler.milliseconds)") }
        )
        source.onNext(1)
        scheduler.advance(by: .milliseconds(500))
        scheduler.advance(by: .seconds(2))
        XCTAssertEqual(log, ["1 at 500", "2 at 1125", "3 at 1250", "end at 1375"])
    }

    func testWhatADeliverySendsComesAfterWhatAnotherThreadSentBefore() {
        for end in [Event<Int>.completed, .error(TestError())] {
            let scheduler = ManualScheduler()
            let source = PublishSubject<Int>()
            let recorder = Recorder<Int>()
            _ = source.delay(.seconds(1), scheduler: scheduler)
                .do(onNext: { element in
                    guard element == 1 else { return }
                    TestThread { source.onNext(2) }.join()
                    source.onNext(3)
                    source.on(end)
                })
                .subscribe(recorder)
            source.onNext(1)
            scheduler.advance(by: .seconds(3))
            XCTAssertEqual(recorder.marks, end.error == nil ? ["1", "2", "3", "|"] : ["1", "x(error)"])
        }
    }
}
