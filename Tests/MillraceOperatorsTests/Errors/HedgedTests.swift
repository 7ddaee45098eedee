import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class HedgedTests: XCTestCase {
    private let scheduler = ManualScheduler()
    private let recorder = Recorder<Int>()

    /// A request, each attempt of which is answered by a subject of its own.
    private final class Request {
        private(set) var attempts: [PublishSubject<Int>] = []

        var single: Single<Int> {
            Observable<Int>.deferred {
                let attempt = PublishSubject<Int>()
                self.attempts.append(attempt)
                return attempt
            }
            .take(1).asSingle()
        }

        /// Which attempts are under way.
        var underWay: [Bool] { attempts.map(\.hasObservers) }
    }

    private let request = Request()

    private func subscribe(atMost limit: Int = 2) -> Disposable {
        request.single.hedged(after: .seconds(3), atMost: limit, scheduler: scheduler).asObservable()
            .subscribe(recorder)
    }

    func testAQuickAnswerMakesNoSecondAttempt() {
        _ = subscribe()
        scheduler.advance(by: .milliseconds(2_999))
        request.attempts[0].onNext(1)
        XCTAssertEqual(recorder.marks, ["1", "|"])
        XCTAssertEqual(scheduler.waitingCount, 0)
        scheduler.advance(by: .seconds(10))
        XCTAssertEqual(request.underWay, [false])
    }

    func testAnAnswerAtOnceSchedulesNothing() {
        let source = Single.just(1)
        _ = source.hedged(after: .seconds(3), scheduler: scheduler).asObservable().subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "|"])
        XCTAssertEqual(scheduler.scheduledCount, 0)
    }

    func testTheFirstAnswerWinsAndTheOtherAttemptIsDisposed() {
        for winner in 0...1 {
            let request = Request()
            let recorder = Recorder<Int>()
            _ = request.single.hedged(after: .seconds(3), scheduler: scheduler).asObservable().subscribe(recorder)
            scheduler.advance(by: .seconds(3))
            XCTAssertEqual(request.underWay, [true, true])
            request.attempts[winner].onNext(winner)
            XCTAssertEqual(recorder.marks, ["\(winner)", "|"])
            XCTAssertEqual(request.underWay, [false, false])
            XCTAssertEqual(scheduler.waitingCount, 0)
        }
    }

    func testADependencyThatHangsIsAskedSoOftenAtMost() {
        let subscription = subscribe(atMost: 4)
        for seconds in 1...20 {
            scheduler.advance(by: .seconds(1))
            XCTAssertEqual(request.attempts.count, min(4, 1 + seconds / 3))
        }
        XCTAssertEqual(request.underWay, [true, true, true, true])
        XCTAssertEqual(scheduler.waitingCount, 0)
        subscription.dispose()
        XCTAssertEqual(request.underWay, [false, false, false, false])
        XCTAssertEqual(recorder.marks, [])
    }

    func testOneAttemptAtMost() {
        let subscription = subscribe(atMost: 1)
        scheduler.advance(by: .seconds(10))
        XCTAssertEqual(request.attempts.count, 1)
        XCTAssertEqual(scheduler.scheduledCount, 0)
        subscription.dispose()
    }

    func testAnErrorOfTheOnlyAttemptFails() {
        _ = subscribe()
        request.attempts[0].onError(TestError("bad"))
        XCTAssertEqual(recorder.marks, ["x(bad)"])
        scheduler.advance(by: .seconds(10))
        XCTAssertEqual(request.attempts.count, 1)
    }

    func testAnErrorBesideAnotherAttemptIsNoAnswer() {
        for first in 0...1 {
            let request = Request()
            let recorder = Recorder<Int>()
            _ = request.single.hedged(after: .seconds(3), scheduler: scheduler).asObservable().subscribe(recorder)
            scheduler.advance(by: .seconds(3))
            request.attempts[first].onError(TestError("bad"))
            XCTAssertEqual(recorder.marks, [])
            request.attempts[1 - first].onNext(7)
            XCTAssertEqual(recorder.marks, ["7", "|"])
        }
    }

    func testTheLastErrorFails() {
        _ = subscribe()
        scheduler.advance(by: .seconds(3))
        request.attempts[1].onError(TestError("second"))
        request.attempts[0].onError(TestError("first"))
        XCTAssertEqual(recorder.marks, ["x(first)"])
    }

    func testAFurtherAttemptThatFailsAtOnceIsNotTheLast() {
        var attempts = 0
        let first = PublishSubject<Int>()
        let source = Single<Int>.deferred {
            attempts += 1
            return attempts == 1 ? first.take(1).asSingle() : .error(TestError("bad"))
        }
        _ = source.hedged(after: .seconds(3), atMost: 3, scheduler: scheduler).asObservable().subscribe(recorder)
        scheduler.advance(by: .seconds(10))
        XCTAssertEqual(attempts, 3)
        first.onNext(1)
        XCTAssertEqual(recorder.marks, ["1", "|"])
    }

    func testTimesAreExactInVirtualTime() {
        let scheduler = TestScheduler(initialClock: 0)
        let log = Recorder<String>()
        _ = Single<Int>.never().do(onSubscribe: { log.onNext("\(scheduler.clock)") })
            .hedged(after: .seconds(7), atMost: 4, scheduler: scheduler).subscribe()
        scheduler.advanceTo(100)
        XCTAssertEqual(log.elements, ["0", "7", "14", "21"])
    }

    func testASecondSubscriptionBeginsAnew() {
        let single = request.single.hedged(after: .seconds(3), scheduler: scheduler)
        for _ in 0..<2 { _ = single.asObservable().subscribe(recorder) }
        scheduler.advance(by: .seconds(3))
        XCTAssertEqual(request.attempts.count, 4)
        request.attempts[0].onNext(1)
        request.attempts[3].onNext(2)
        XCTAssertEqual(recorder.marks, ["1", "|", "2", "|"])
    }

    /// A bounded queue further down finds nothing that cannot pause if the request can.
    func testABoundedQueueFurtherDown() {
        let scheduler = scheduler
        let consumer = ManualScheduler()
        let subscription = Observable.range(start: 1, count: 20)
            .flatMap(maxConcurrent: 4) { number in
                Single.just(number).delaySubscription(.seconds(number % 2 == 0 ? 5 : 1), scheduler: scheduler)
                    .hedged(after: .seconds(3), scheduler: scheduler).asObservable()
            }
            .observe(on: consumer, capacity: 2, overflow: .suspend)
            .subscribe(recorder)
        for _ in 0..<100 {
            scheduler.advance(by: .seconds(1))
            consumer.runDue()
        }
        XCTAssertEqual(recorder.events.last?.isStopEvent, true)
        XCTAssertEqual(recorder.elements.sorted(), Array(1...20), "\(recorder.marks)")
        subscription.dispose()
    }
}
