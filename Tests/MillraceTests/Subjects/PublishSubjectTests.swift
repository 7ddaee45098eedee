import Millrace
import TestSupport
import XCTest

final class PublishSubjectTests: XCTestCase {
    func testAnObserverHearsWhatIsSentWhileItIsSubscribed() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        subject.onNext(1)
        let subscription = subject.subscribe(recorder)
        subject.onNext(2)
        subject.on(.next(3))
        subscription.dispose()
        subject.onNext(4)
        XCTAssertEqual(recorder.marks, ["2", "3"])
    }

    func testObserversAreCalledInTheOrderOfTheirSubscription() {
        let subject = PublishSubject<Int>()
        var calls: [String] = []
        let subscriptions = (0..<100).map { i in
            subject.subscribe(onNext: { calls.append("\(i):\($0)") })
        }
        for i in stride(from: 0, to: 100, by: 3) { subscriptions[i].dispose() }
        let late = subject.subscribe(onNext: { calls.append("late:\($0)") })
        subject.onNext(7)
        XCTAssertEqual(calls, (0..<100).filter { $0 % 3 != 0 }.map { "\($0):7" } + ["late:7"])
        late.dispose()
        for subscription in subscriptions { subscription.dispose() }
    }

    func testCompletionReachesEachObserverOnceAndNothingFollows() {
        let subject = PublishSubject<Int>()
        let first = Recorder<Int>()
        let second = Recorder<Int>()
        let subscriptions = [subject.subscribe(first), subject.map { $0 * 10 }.subscribe(second)]
        subject.onNext(1)
        subject.onCompleted()
        subject.onNext(2)
        subject.onCompleted()
        subject.onError(TestError())
        XCTAssertEqual(first.marks, ["1", "|"])
        XCTAssertEqual(second.marks, ["10", "|"])
        for subscription in subscriptions { XCTAssertTrue((subscription as! Cancelable).isDisposed) }
    }

    func testAnErrorReachesEachObserverOnceAndNothingFollows() {
        let subject = PublishSubject<Int>()
        let first = Recorder<Int>()
        let second = Recorder<Int>()
        let subscriptions = [subject.subscribe(first), subject.map { $0 * 10 }.subscribe(second)]
        subject.onNext(1)
        subject.onError(TestError("a"))
        subject.onNext(2)
        subject.onError(TestError("b"))
        subject.onCompleted()
        XCTAssertEqual(first.marks, ["1", "x(a)"])
        XCTAssertEqual(second.marks, ["10", "x(a)"])
        for subscription in subscriptions { XCTAssertTrue((subscription as! Cancelable).isDisposed) }
    }

    func testALateSubscriberGetsTheTerminalEventAlone() {
        let completed = PublishSubject<Int>()
        completed.onNext(1)
        completed.onCompleted()
        let afterCompletion = Recorder<Int>()
        _ = completed.subscribe(afterCompletion)
        XCTAssertEqual(afterCompletion.marks, ["|"])

        let failed = PublishSubject<Int>()
        let early = failed.subscribe(onError: { _ in })
        failed.onError(TestError("a"))
        let afterError = Recorder<Int>()
        _ = failed.subscribe(afterError)
        let throughMap = Recorder<Int>()
        _ = failed.map { $0 }.subscribe(throughMap)
        XCTAssertEqual(afterError.marks, ["x(a)"])
        XCTAssertEqual(throughMap.marks, ["x(a)"])
        early.dispose()
    }

    func testTheEventsOfALateSubscriptionAreInRxSwiftsOrder() {
        let subject = PublishSubject<Int>()
        subject.onCompleted()
        var calls: [String] = []
        let subscription = subject.subscribe(
            onNext: { _ in calls.append("next") },
            onError: { _ in calls.append("error") },
            onCompleted: { calls.append("completed") },
            onDisposed: { calls.append("disposed") }
        )
        XCTAssertEqual(calls, ["completed", "disposed"])
        subscription.dispose()
        XCTAssertEqual(calls, ["completed", "disposed"])
    }

    func testHasObserversTellsWhetherAnybodyIsSubscribed() {
        let subject = PublishSubject<Int>()
        checkHasObservers(of: subject) { subject.hasObservers }
    }

    func testNobodyIsSubscribedAnyMoreWhileTheTerminalEventIsHandedOut() {
        let subject = PublishSubject<Int>()
        var has: [Bool] = []
        let subscriptions = (0..<3).map { _ in
            subject.subscribe(onCompleted: { has.append(subject.hasObservers) })
        }
        subject.onCompleted()
        XCTAssertEqual(has, [false, false, false])
        for subscription in subscriptions { subscription.dispose() }
    }

    func testDisposeDropsAllObserversWithoutAnEvent() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let mapped = Recorder<Int>()
        let subscriptions = [subject.subscribe(recorder), subject.map { $0 }.subscribe(mapped)]
        subject.onNext(1)
        XCTAssertFalse(subject.isDisposed)
        subject.dispose()
        XCTAssertTrue(subject.isDisposed)
        XCTAssertFalse(subject.hasObservers)
        subject.onNext(2)
        subject.onCompleted()
        subject.onError(TestError())
        subject.dispose()
        XCTAssertEqual(recorder.marks, ["1"])
        XCTAssertEqual(mapped.marks, ["1"])
        for subscription in subscriptions { subscription.dispose() }
    }

    func testASubscriberAfterDisposeGetsTheDisposedError() throws {
        let subject = PublishSubject<Int>()
        subject.dispose()
        var errors: [Error] = []
        _ = subject.subscribe(onError: { errors.append($0) })
        _ = subject.map { $0 }.subscribe(onError: { errors.append($0) })
        XCTAssertEqual(errors.count, 2)
        for error in errors {
            guard case .disposed(let object) = try XCTUnwrap(error as? RxError) else {
                return XCTFail("\(error) is not RxError.disposed")
            }
            XCTAssertTrue(object === subject)
        }
    }

    func testDisposeAfterTheEndTurnsTheReplayedEventIntoTheDisposedError() {
        let subject = PublishSubject<Int>()
        subject.onCompleted()
        XCTAssertFalse(subject.isDisposed)
        subject.dispose()
        XCTAssertTrue(subject.isDisposed)
        var failed = false
        _ = subject.subscribe(onError: { failed = $0 is RxError }, onCompleted: { XCTFail("completed") })
        XCTAssertTrue(failed)
    }

    func testASubscriptionOfADisposedSubjectIsDisposedByItsOwnerAlone() {
        let subject = PublishSubject<Int>()
        var direct = 0
        var mapped = 0
        let subscriptions = [
            subject.subscribe(onDisposed: { direct += 1 }),
            subject.map { $0 }.subscribe(onDisposed: { mapped += 1 }),
        ]
        subject.dispose()
        XCTAssertEqual([direct, mapped], [0, 0])
        for subscription in subscriptions + subscriptions { subscription.dispose() }
        XCTAssertEqual([direct, mapped], [1, 1])
    }

    func testAnOperatorThatHasNotPassedTheEndOnYetGoesOn() {
        for fails in [false, true] {
            let subject = PublishSubject<Int>()
            let scheduler = ManualScheduler()
            let recorder = Recorder<Int>()
            let subscription = subject.observe(on: scheduler).subscribe(recorder)
            subject.onNext(1)
            if fails { subject.onError(TestError("a")) } else { subject.onCompleted() }
            XCTAssertEqual(recorder.marks, [])
            scheduler.runDue()
            XCTAssertEqual(recorder.marks, ["1", fails ? "x(a)" : "|"])
            subscription.dispose()
        }
    }

    func testWhatAnOperatorHoldsBackIsDeliveredAfterTheSubjectIsDisposed() {
        let subject = PublishSubject<Int>()
        let scheduler = ManualScheduler()
        let recorder = Recorder<Int>()
        let subscription = subject.observe(on: scheduler).subscribe(recorder)
        subject.onNext(1)
        subject.dispose()
        scheduler.runDue()
        XCTAssertEqual(recorder.marks, ["1"])
        subscription.dispose()
    }

    func testOperatorsHearOfTheirDisposalAfterTheSubjectIsGone() {
        for isDropped in [false, true] {
            var subject: PublishSubject<Int>? = PublishSubject()
            var calls: [String] = []
            let subscription = subject!.do(onDispose: { calls.append("operator") })
                .subscribe(onDisposed: { calls.append("subscription") })
            if isDropped { subject = nil } else { subject?.dispose() }
            XCTAssertEqual(calls, [])
            subscription.dispose()
            subscription.dispose()
            XCTAssertEqual(calls, ["operator", "subscription"], "dropped: \(isDropped)")
        }
        var calls = 0
        Observable<Int>.never().do(onDispose: { calls += 1 }).subscribe().dispose()
        XCTAssertEqual(calls, 1)
    }

    func testItIsItsOwnObserverAndObservable() {
        let subject = PublishSubject<Int>()
        XCTAssertTrue(subject.asObserver() === subject)
        XCTAssertTrue(subject.asObservable() === subject)
        let recorder = Recorder<Int>()
        let subscription = subject.asObservable().subscribe(recorder)
        subject.asObserver().onNext(1)
        AnyObserver(subject).onNext(2)
        AnyObserver(subject).onCompleted()
        XCTAssertEqual(recorder.marks, ["1", "2", "|"])
        subscription.dispose()
    }

    func testItObservesAChain() {
        let source = PublishSubject<Int>()
        let subject = PublishSubject<String>()
        let recorder = Recorder<String>()
        let subscription = subject.subscribe(recorder)
        let feed = source.filter { $0 > 1 }.map { "<\($0)>" }.subscribe(subject)
        source.onNext(1)
        source.onNext(2)
        source.onError(TestError("a"))
        XCTAssertEqual(recorder.marks, ["<2>", "x(a)"])
        XCTAssertFalse(source.hasObservers)
        XCTAssertFalse(subject.hasObservers)
        feed.dispose()
        subscription.dispose()
    }

    func testDisposingTheFeedLeavesTheSubjectOpen() {
        let source = PublishSubject<Int>()
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let subscription = subject.subscribe(recorder)
        let feed = source.subscribe(subject)
        source.onNext(1)
        feed.dispose()
        source.onNext(2)
        source.onCompleted()
        subject.onNext(3)
        XCTAssertEqual(recorder.marks, ["1", "3"])
        subscription.dispose()
    }

    func testAnErrorNobodyHandlesGoesToTheHookWithItsPlace() {
        let former = Hooks.defaultErrorHandler
        defer { Hooks.defaultErrorHandler = former }
        var reported: [String] = []
        Hooks.defaultErrorHandler = { place, error in reported = place + ["\(error)"] }
        let subject = PublishSubject<Int>()
        let line = #line + 1
        let subscription = subject.subscribe(onNext: { _ in })
        subject.onError(TestError("a"))
        XCTAssertEqual(reported, ["\(#fileID):\(line)", "a"])
        subscription.dispose()
    }
}
