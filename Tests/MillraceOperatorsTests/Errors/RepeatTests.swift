import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class RepeatTests: MarbleTestCase {
    func testANumberOfTimes() {
        check(
            source: "-a-|",
            result: "-a--a-|",
            isCold: true
        ) { source, _ in source.repeat(2) }
        check(
            source: "-a-|",
            result: "|",
            active: "",
            isCold: true
        ) { source, _ in source.repeat(0) }
    }

    func testAnErrorEndsIt() {
        check(
            source: "-a-#",
            result: "-a-#",
            isCold: true
        ) { source, _ in source.repeat(5) }
        check(
            source: "-a-#",
            result: "-a-#",
            isCold: true
        ) { source, _ in source.repeat(when: { $0 }) }
    }

    func testWhenATriggerComes() {
        check(
            source: "-a|",
            result: "-a----a----a|",
            isCold: true
        ) { source, scheduler in source.repeat(when: { $0.delay(.seconds(3), scheduler: scheduler).take(2) }) }
    }

    func testAnErrorOfTheTriggers() {
        check(
            source: "-a|",
            result: "-a#",
            isCold: true
        ) { source, _ in source.repeat(when: { $0.map { throw TestError() } }) }
    }

    func testUntilACondition() {
        var rounds = 0
        check(
            source: "-a|",
            result: "-a-a-a|",
            isCold: true
        ) { source, _ in
            source.repeat {
                rounds += 1
                return rounds == 3
            }
        }
        check(
            source: "-a|",
            result: "-a#",
            isCold: true
        ) { source, _ in source.repeat(until: { throw TestError() }) }
    }

    func testADisposalWhileItWaits() {
        let scheduler = TestScheduler(initialClock: 0)
        let subject = PublishSubject<Int>()
        let subscription = Observable.just(1).concat(subject)
            .repeat(when: { $0.delay(.seconds(9), scheduler: scheduler) })
            .subscribe()
        subject.onCompleted()
        subscription.dispose()
        scheduler.start()
        XCTAssertEqual(scheduler.clock, 0)
    }

    func testManyRoundsAtOnceTakeNoStack() {
        let operations: [(Observable<Int>) -> Observable<Int>] = [
            { $0.repeat(5_000) },
            { $0.repeat(when: { $0 }) },
            { $0.repeat(until: { false }) },
            { $0.repeatWithBehavior(.immediate(maxCount: .max)) },
        ]
        for operation in operations {
            var count = 0
            let subscription = operation(.just(1)).take(5_000).subscribe(onNext: { count += $0 })
            XCTAssertEqual(count, 5_000)
            subscription.dispose()
        }
    }

    func testABehaviorSaysHowOftenAndAfterWhatTime() {
        check(
            source: "-a|",
            result: "-a---a---a|",
            isCold: true
        ) { $0.repeatWithBehavior(.delayed(maxCount: 3, time: 2), scheduler: $1) }
        check(
            source: "-a|",
            result: "-a-a|",
            isCold: true
        ) { $0.repeatWithBehavior(.immediate(maxCount: 2), scheduler: $1) }
        var rounds = 0
        check(
            source: "-a|",
            result: "-a---a|",
            isCold: true
        ) { source, scheduler in
            source.repeatWithBehavior(.delayed(maxCount: 9, time: 2), scheduler: scheduler) {
                rounds += 1
                return rounds < 2
            }
        }
    }

    func testSubscriptionsCountForThemselves() {
        let source = Observable.just(1).repeatWithBehavior(.immediate(maxCount: 2))
        for _ in 0..<2 {
            let recorder = Recorder<Int>()
            _ = source.subscribe(recorder)
            XCTAssertEqual(recorder.marks, ["1", "1", "|"])
        }
    }
}
