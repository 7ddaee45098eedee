import Millrace
import MillraceTest
import TestSupport
import XCTest

final class TimeoutTests: MarbleTestCase {
    func testASourceInTimePasses() {
        let end = check(
            source: "-a---b---c---|",
            result: "-a---b---c---|",
            active: "^------------!"
        ) { $0.timeout(.seconds(5), scheduler: $1) }
        XCTAssertEqual(end, 13)
    }

    func testNoElementAtAllTimesOut() {
        check(
            source: "----------a",
            result: "-----#",
            active: "^----!",
            error: RxError.timeout
        ) { $0.timeout(.seconds(5), scheduler: $1) }
    }

    func testAPauseTimesOut() {
        check(
            source: "---a---b------c",
            result: "---a---b----#",
            active: "^-----------!",
            error: RxError.timeout
        ) { $0.timeout(.seconds(5), scheduler: $1) }
    }

    func testAnElementAtTheDueTimeComesBeforeATimerThatWasStartedLater() {
        check(
            source: "-----a----|",
            result: "-----a----|"
        ) { $0.timeout(.seconds(5), scheduler: $1) }
    }

    func testAnErrorPasses() {
        check(
            source: "---#",
            result: "---#",
            active: "^--!"
        ) { $0.timeout(.seconds(5), scheduler: $1) }
    }

    func testAnotherSourceTakesOver() {
        check(
            source: "-a------------b",
            second: "      -c--d|",
            result: "-a-----c--d|",
            active: "^-----!",
            joined: "------^----!"
        ) { $0.timeout(.seconds(5), other: $1, scheduler: $2) }
    }

    func testTheOtherSourceIsLeftAloneByASourceInTime() {
        check(
            source: "-a--|",
            second: "-c",
            result: "-a--|",
            joined: ""
        ) { $0.timeout(.seconds(5), other: $1, scheduler: $2) }
    }

    func testASynchronousOtherSource() {
        check(
            source: "-a--------b",
            result: "-a----(xy|)",
            active: "^-----!"
        ) { $0.timeout(.seconds(5), other: Observable.of("x", "y"), scheduler: $1) }
    }

    func testDisposalOfTheOtherSource() {
        check(
            source: "-a",
            second: "      -c--d",
            during: "^--------!",
            result: "-a-----c",
            active: "^-----!",
            joined: "------^--!"
        ) { $0.timeout(.seconds(5), other: $1, scheduler: $2) }
    }

    func testWhatTheSourceSendsWhileTheOtherOneIsSubscribedToDoesNotCount() {
        let scheduler = ManualScheduler()
        let source = PublishSubject<Int>()
        var subscriptions = 0
        let other = Observable<Int>.deferred {
            subscriptions += 1
            return Observable.just(100).concat(Observable.never())
        }
        let recorder = Recorder<Int>()
        let subscription = source.timeout(.seconds(1), other: other, scheduler: scheduler)
            .do(onNext: { if $0 == 100 { source.onNext(5) } })
            .subscribe(recorder)
        scheduler.advance(by: .seconds(10))
        XCTAssertEqual(recorder.marks, ["100"])
        XCTAssertEqual(subscriptions, 1)
        XCTAssertFalse(source.hasObservers)
        subscription.dispose()
    }

    func testAFallbackThatMakesTheSourceFailGoesOn() {
        let scheduler = ManualScheduler()
        for end in [Event<Int>.error(TestError()), .completed] {
            let source = PublishSubject<Int>()
            let other = Observable<Int>.deferred {
                source.on(end)
                return Observable.of(1, 2)
            }
            let recorder = Recorder<Int>()
            _ = source.timeout(.seconds(1), other: other, scheduler: scheduler).subscribe(recorder)
            scheduler.advance(by: .seconds(1))
            XCTAssertEqual(recorder.marks, ["1", "2", "|"])
        }
    }

    func testAnElementFromInsideADeliveryTimesOutOnce() {
        let scheduler = ManualScheduler()
        let source = PublishSubject<Int>()
        var fallbacks = 0
        let other = Observable<Int>.create { _ in
            fallbacks += 1
            return Disposables.create()
        }
        let subscription = source.timeout(.seconds(5), other: other, scheduler: scheduler)
            .subscribe(onNext: {
                guard $0 == 1 else { return }
                source.onNext(2)
                scheduler.advance(by: .seconds(5))
            })
        source.onNext(1)
        scheduler.advance(by: .seconds(20))
        XCTAssertEqual(fallbacks, 1)
        subscription.dispose()
    }
}
