import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class RetryTests: MarbleTestCase {
    func testAtOnce() {
        check(
            source: "-a#",
            result: "-a-a-a#",
            isCold: true
        ) { $0.retry(.immediate(maxCount: 3), scheduler: $1) }
    }

    func testOneAttemptIsTheLeast() {
        for maxCount: UInt in 0...1 {
            check(
                source: "-a#",
                result: "-a#",
                isCold: true
            ) { $0.retry(.delayed(maxCount: maxCount, time: 1), scheduler: $1) }
        }
    }

    func testAfterATime() {
        check(
            source: "-a#",
            result: "-a----a----a#",
            isCold: true
        ) { $0.retry(.delayed(maxCount: 3, time: 3), scheduler: $1) }
    }

    func testAfterATimeThatAClosureSays() {
        check(
            source: "-a#",
            result: "-a--a---a-a#",
            isCold: true
        ) { source, scheduler in
            source.retry(
                .customTimerDelayed(maxCount: 4) { $0 == 3 ? .never : .seconds(Int($0)) },
                scheduler: scheduler
            )
        }
    }

    func testAPredicate() {
        var errors = 0
        check(
            source: "-a#",
            result: "-a-a#",
            isCold: true
        ) { source, scheduler in
            source.retry(.immediate(maxCount: 9), scheduler: scheduler) { _ in
                errors += 1
                return errors < 2
            }
        }
    }

    func testASuccess() {
        check(
            source: "-a|",
            result: "-a|",
            isCold: true
        ) { $0.retry(.immediate(maxCount: 9), scheduler: $1) }
    }

    func testADisposalWhileItWaits() {
        let scheduler = TestScheduler(initialClock: 0)
        let subscription = Observable<Int>.error(TestError())
            .retry(.delayed(maxCount: 9, time: 9), scheduler: scheduler).subscribe()
        subscription.dispose()
        scheduler.start()
        XCTAssertEqual(scheduler.clock, 0)
    }

    func testManyAttemptsAtOnceTakeNoStack() {
        var attempts = 0
        _ = Observable<Int>.error(TestError()).do(onSubscribe: { attempts += 1 })
            .retry(.immediate(maxCount: 5_000)).subscribe(onError: { _ in })
        XCTAssertEqual(attempts, 5_000)
    }

    func testTheCoreOperatorsOfThatNameStillAreMeant() {
        let recorder = Recorder<Int>()
        _ = Observable.just(1).concat(Observable.error(TestError())).retry(2).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "1", "x(error)"])
    }
}
