import Dispatch
import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class CircuitBreakerTests: CircuitBreakerTestCase {
    private let rejected = "x(rejected by a circuit breaker that is half open)"

    private func rejected(for seconds: Double) -> String {
        "x(rejected by a circuit breaker that is open, for \(Duration.seconds(seconds)))"
    }

    // MARK: Thresholds

    func testItOpensAfterSomeFailuresInARow() {
        let breaker = breaker(.consecutive(3))
        for source in [bad, bad, ok, bad, bad] { _ = call(source, breaker) }
        XCTAssertEqual(breaker.currentState, .closed)
        XCTAssertEqual(call(bad, breaker), "x(bad)")
        XCTAssertEqual(breaker.currentState, .open)
    }

    func testItOpensWhenAPartOfTheLatestCallsFails() {
        let breaker = breaker(.rate(0.5, ofLast: 4, atLeast: 3))
        // Two of two are too few; then a window of four.
        for (source, state) in [(bad, CircuitBreaker.State.closed), (ok, .closed), (ok, .closed), (ok, .closed)] {
            _ = call(source, breaker)
            XCTAssertEqual(breaker.currentState, state)
        }
        // The failure at the beginning has left the window.
        _ = call(bad, breaker)
        XCTAssertEqual(breaker.currentState, .closed)
        _ = call(bad, breaker)
        XCTAssertEqual(breaker.currentState, .open)
    }

    /// Against a model that keeps all calls.
    func testARateOfManyCalls() {
        var random = TestRandom(seed: 3)
        let rates = [
            (50, 10, 5), (30, 7, 7), (100, 3, 1), (1, 1, 1), (30, .max, 9), (28, 50, 50), (28, 25, 25), (14, 100, 100),
        ]
        for (percent, window, minimum) in rates {
            let breaker = breaker(.rate(Double(percent) / 100, ofLast: window, atLeast: minimum))
            var calls: [Bool] = []
            for _ in 0..<3_000 {
                let fails = Int.random(in: 0..<10, using: &random) < 3
                _ = call(fails ? bad : ok, breaker)
                calls.append(fails)
                let latest = calls.suffix(window)
                // In whole numbers: 0.07 times 100 is more than 7.
                let opens = latest.count >= minimum && 100 * latest.filter { $0 }.count >= percent * latest.count
                XCTAssertEqual(breaker.currentState, opens ? .open : .closed, "\(percent), \(window), \(calls.count)")
                if opens {
                    scheduler.advance(by: .seconds(30))
                    _ = call(ok, breaker)
                    XCTAssertEqual(breaker.currentState, .closed)
                    calls = []
                }
            }
        }
    }

    func testErrorsThatAreNoFailures() {
        let breaker = breaker(isFailure: { "\($0)" != "absent" })
        let absent = Observable<Int>.error(TestError("absent"))
        for source in [bad, absent, bad, absent] { _ = call(source, breaker) }
        XCTAssertEqual(breaker.currentState, .closed)
        XCTAssertEqual(call(absent, breaker), "x(absent)")
        open(breaker)
        scheduler.advance(by: .seconds(30))
        _ = call(absent, breaker)
        XCTAssertEqual(breaker.currentState, .closed)
    }

    // MARK: Open

    func testWhileItIsOpenTheSourceIsNotSubscribedTo() {
        let breaker = breaker()
        open(breaker)
        var subscriptions = 0
        let source = ok.do(onSubscribe: { subscriptions += 1 })
        scheduler.advance(by: .seconds(10))
        XCTAssertEqual(call(source, breaker), rejected(for: 20))
        scheduler.advance(by: .milliseconds(19_999))
        XCTAssertEqual(call(source, breaker), rejected(for: 0.001))
        XCTAssertEqual(subscriptions, 0)
        XCTAssertEqual(breaker.rejections, 2)
        scheduler.advance(by: .milliseconds(1))
        XCTAssertEqual(call(source, breaker), "1 |")
        XCTAssertEqual(subscriptions, 1)
    }

    func testTheStateAndItsChanges() {
        let breaker = breaker()
        var log: [String] = []
        let subscription = breaker.state.subscribe(onNext: { log.append("\($0) at \(self.scheduler.milliseconds)") })
        open(breaker)
        scheduler.advance(by: .seconds(30))
        _ = call(bad, breaker)
        scheduler.advance(by: .seconds(30))
        _ = call(ok, breaker)
        XCTAssertEqual(
            log,
            [
                "closed at 0", "open at 0", "halfOpen at 30000", "open at 30000", "halfOpen at 60000",
                "closed at 60000",
            ]
        )
        subscription.dispose()
        let recorder = Recorder<CircuitBreaker.State>()
        breaker.state.asObservable().subscribe(recorder).dispose()
        XCTAssertEqual(recorder.elements, [.closed])
    }

    func testObserversOfTheStateHearOfItBeforeTheEndIsPassedOn() {
        let breaker = breaker(.consecutive(1))
        var log: [String] = []
        let subscription = breaker.state.subscribe(onNext: { log.append("\($0)") })
        _ = bad.protected(by: breaker).subscribe(onError: { _ in log.append("error") })
        XCTAssertEqual(log, ["closed", "open", "error"])
        subscription.dispose()
    }

    func testAnObserverOfTheStateMayCall() {
        let breaker = breaker(.consecutive(1))
        var log: [String] = []
        let subscription = breaker.state.subscribe(onNext: { state in
            log.append("\(state)")
            if state == .halfOpen { _ = self.call(log.count < 9 ? self.bad : self.ok, breaker) }
        })
        _ = call(bad, breaker)
        scheduler.advance(by: .seconds(300))
        XCTAssertEqual(
            log,
            ["closed"] + Array(repeating: ["open", "halfOpen"], count: 4).flatMap { $0 } + ["closed"]
        )
        subscription.dispose()
    }

    func testASchedulerThatRunsItsActionsAtOnce() {
        let breaker = CircuitBreaker(
            .consecutive(1),
            slowAfter: .never,
            openFor: .seconds(0),
            scheduler: AtOnceScheduler()
        )
        _ = call(bad, breaker)
        XCTAssertEqual(breaker.currentState, .halfOpen)
        _ = call(bad, breaker)
        XCTAssertEqual(breaker.currentState, .halfOpen)
        _ = call(ok, breaker)
        XCTAssertEqual(breaker.currentState, .closed)
    }

    // MARK: Half open

    func testAChosenNumberOfTrialsPass() {
        let breaker = breaker(trials: 2)
        open(breaker)
        scheduler.advance(by: .seconds(30))
        let requests = (0..<3).map { _ in PublishSubject<Int>() }
        let recorders = requests.map { request in
            let recorder = Recorder<Int>()
            _ = request.protected(by: breaker).subscribe(recorder)
            return recorder
        }
        XCTAssertEqual(requests.map(\.hasObservers), [true, true, false])
        XCTAssertEqual(recorders[2].marks, [rejected])
        requests[0].onCompleted()
        XCTAssertEqual(breaker.currentState, .halfOpen)
        XCTAssertEqual(call(ok, breaker), rejected)
        requests[1].onCompleted()
        XCTAssertEqual(breaker.currentState, .closed)
        XCTAssertEqual(call(ok, breaker), "1 |")
    }

    func testOneTrialThatFailsOpensItAgain() {
        let breaker = breaker(trials: 2)
        open(breaker)
        scheduler.advance(by: .seconds(30))
        let slow = PublishSubject<Int>()
        let subscription = slow.protected(by: breaker).subscribe(onError: { _ in })
        XCTAssertEqual(call(bad, breaker), "x(bad)")
        XCTAssertEqual(call(ok, breaker), rejected(for: 30))
        // It was begun before, and counts no more.
        slow.onCompleted()
        XCTAssertEqual(breaker.currentState, .open)
        scheduler.advance(by: .seconds(30))
        XCTAssertEqual(call(ok, breaker), "1 |")
        subscription.dispose()
    }

    func testATrialThatIsDisposedGivesItsPlaceBack() {
        let breaker = breaker()
        open(breaker)
        scheduler.advance(by: .seconds(30))
        let trial = Observable<Int>.never().protected(by: breaker).subscribe()
        XCTAssertEqual(call(ok, breaker), rejected)
        trial.dispose()
        XCTAssertEqual(breaker.currentState, .halfOpen)
        XCTAssertEqual(call(ok, breaker), "1 |")
        XCTAssertEqual(breaker.currentState, .closed)
    }

    func testADisposalAfterAnElementIsASuccess() {
        let breaker = breaker()
        open(breaker)
        scheduler.advance(by: .seconds(30))
        let recorder = Recorder<Int>()
        _ = Observable.just(1).concat(Observable.never()).protected(by: breaker).take(1).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "|"])
        XCTAssertEqual(breaker.currentState, .closed)
    }

    func testACallThatBeganEarlierCountsNoMore() {
        let breaker = breaker(.consecutive(1))
        let requests = (0..<3).map { _ in PublishSubject<Int>() }
        for request in requests { _ = request.protected(by: breaker).subscribe(onError: { _ in }) }
        requests[0].onError(TestError())
        scheduler.advance(by: .seconds(30))
        requests[1].onError(TestError())
        XCTAssertEqual(breaker.currentState, .halfOpen)
        requests[2].onCompleted()
        XCTAssertEqual(breaker.currentState, .halfOpen)
        XCTAssertEqual(call(ok, breaker), "1 |")
    }

    func testATrialWhoseSourceGoesAwayCountsAsSlow() {
        let breaker = breaker(slowAfter: .seconds(5))
        open(breaker)
        scheduler.advance(by: .seconds(30))
        var subject: PublishSubject<Int>? = PublishSubject()
        let subscription = subject!.protected(by: breaker).subscribe()
        subject = nil
        XCTAssertEqual(call(ok, breaker), rejected)
        scheduler.advance(by: .seconds(5))
        XCTAssertEqual(breaker.currentState, .open)
        subscription.dispose()
    }

    // MARK: A dependency that hangs

    func testCallsThatHangOpenIt() {
        let breaker = breaker(slowAfter: .seconds(5))
        let hanging = (0..<2).map { _ in Observable<Int>.never().protected(by: breaker).subscribe() }
        scheduler.advance(by: .milliseconds(4_999))
        XCTAssertEqual(breaker.currentState, .closed)
        scheduler.advance(by: .milliseconds(1))
        XCTAssertEqual(breaker.currentState, .open)
        // The others are told at once.
        XCTAssertEqual(call(.never(), breaker), rejected(for: 30))
        // A trial that hangs opens it again, and a trial that answers closes it.
        scheduler.advance(by: .seconds(30))
        let trial = Observable<Int>.never().protected(by: breaker).subscribe()
        XCTAssertEqual(breaker.currentState, .halfOpen)
        scheduler.advance(by: .seconds(5))
        XCTAssertEqual(breaker.currentState, .open)
        scheduler.advance(by: .seconds(30))
        XCTAssertEqual(call(ok, breaker), "1 |")
        XCTAssertEqual(breaker.currentState, .closed)
        for subscription in hanging + [trial] { subscription.dispose() }
        XCTAssertEqual(scheduler.waitingCount, 0)
    }

    func testASlowCallCountsOnce() {
        let breaker = breaker(slowAfter: .seconds(5))
        let request = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = request.protected(by: breaker).subscribe(recorder)
        scheduler.advance(by: .seconds(5))
        request.onError(TestError("bad"))
        XCTAssertEqual(recorder.marks, ["x(bad)"])
        XCTAssertEqual(breaker.currentState, .closed)
        _ = call(bad, breaker)
        XCTAssertEqual(breaker.currentState, .open)
    }

    func testACallThatHasBegunToAnswerIsNotSlow() {
        let breaker = breaker(.consecutive(1), slowAfter: .seconds(5))
        let request = PublishSubject<Int>()
        let subscription = request.protected(by: breaker).subscribe()
        request.onNext(1)
        scheduler.advance(by: .seconds(50))
        XCTAssertEqual(breaker.currentState, .closed)
        XCTAssertEqual(scheduler.waitingCount, 0)
        subscription.dispose()
    }

    func testALimitOfTimeInFrontCountsAsAFailure() {
        let breaker = breaker(.consecutive(1))
        let recorder = Recorder<Int>()
        _ = Single<Int>.never().timeout(.seconds(2), scheduler: scheduler).protected(by: breaker).asObservable()
            .subscribe(recorder)
        scheduler.advance(by: .seconds(2))
        XCTAssertEqual(recorder.marks, ["x(Sequence timeout.)"])
        XCTAssertEqual(breaker.currentState, .open)
    }
}
