import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class ShareResettingOnTests: MarbleTestCase {
    private let source = TestSource<Int>()

    private func subscribe(_ shared: Observable<Int>) -> (Recorder<Int>, Disposable) {
        let recorder = Recorder<Int>()
        return (recorder, shared.subscribe(recorder))
    }

    func testEventsPass() {
        for resets: [ShareReset] in [[], [.error, .completion, .refCountZero]] {
            check(source: "-a-b-|", result: "-a-b-|", active: "^----!") { source, _ in source.share(resettingOn: resets)
            }
            check(source: "-a-#", result: "-a-#", active: "^--!") { source, _ in source.share(resettingOn: resets) }
        }
    }

    func testDisposalOfTheLastSubscription() {
        check(source: "-a-b-|", during: "^-!", result: "-a", active: "^-!") { source, _ in
            source.share(resettingOn: [.refCountZero])
        }
        check(source: "-a-b-|", during: "^-!", result: "-a", active: "^----!") { source, _ in
            source.share(resettingOn: [])
        }
        check(source: "-a-b---|", during: "^-!", result: "-a", active: "^----!") { source, scheduler in
            source.share(resettingOn: [.refCountZero(after: .seconds(3), scheduler: scheduler)])
        }
    }

    func testNoOccasion() {
        let shared = source.observable.share(replay: 1, resettingOn: [])
        let (first, subscription) = subscribe(shared)
        source.send(1, 2)
        subscription.dispose()
        source.send(3)
        let (second, _) = subscribe(shared)
        source.send(.completed)
        let (third, _) = subscribe(shared)
        XCTAssertEqual(first.marks, ["1", "2"])
        XCTAssertEqual(second.marks, ["3", "|"])
        XCTAssertEqual(third.marks, ["3", "|"])
        XCTAssertEqual(source.subscriptions, 1)
    }

    func testEachOccasionResets() {
        for (resets, end): ([ShareReset], Event<Int>?) in [
            ([.error], .error(TestError())), ([.completion], .completed), ([.refCountZero], nil),
        ] {
            let source = TestSource<Int>()
            let shared = source.observable.share(replay: 2, resettingOn: resets)
            let (_, subscription) = subscribe(shared)
            source.send(1)
            if let end { source.send(end) } else { subscription.dispose() }
            XCTAssertEqual(source.disposals, 1)
            let (second, later) = subscribe(shared)
            XCTAssertEqual(second.marks, [], "\(resets)")
            XCTAssertEqual(source.subscriptions, 2, "\(resets)")
            later.dispose()
        }
    }

    func testOtherOccasionsDoNotReset() {
        for (resets, end): ([ShareReset], Event<Int>) in [
            ([.completion, .refCountZero], .error(TestError())), ([.error, .refCountZero], .completed),
        ] {
            let source = TestSource<Int>()
            let shared = source.observable.share(replay: 2, resettingOn: resets)
            let (first, _) = subscribe(shared)
            source.send(1)
            source.send(end)
            let (second, _) = subscribe(shared)
            XCTAssertEqual(second.marks, first.marks)
            XCTAssertEqual(source.subscriptions, 1)
        }
    }

    func testASubscriberInTimeKeepsTheConnection() {
        let scheduler = TestScheduler(initialClock: 0)
        let shared = source.observable
            .share(replay: 1, resettingOn: [.refCountZero(after: .seconds(10), scheduler: scheduler)])
        subscribe(shared).1.dispose()
        scheduler.advanceTo(9)
        let (second, subscription) = subscribe(shared)
        scheduler.advanceTo(30)
        source.send(1)
        XCTAssertEqual(second.marks, ["1"])
        subscription.dispose()
        scheduler.advanceTo(39)
        XCTAssertEqual(source.disposals, 0)
        scheduler.advanceTo(40)
        XCTAssertEqual(source.disposals, 1)
        XCTAssertEqual(source.subscriptions, 1)
    }

    func testANotifierIsToldTheErrorAndItsFirstElementResets() {
        let notifier = PublishSubject<String>()
        let errors = Box<[String]>([])
        let shared = source.observable.share(resettingOn: [
            .error(when: { error -> PublishSubject<String> in
                errors.value.append("\(error)")
                return notifier
            })
        ])
        _ = subscribe(shared)
        source.send(.error(TestError("first")))
        XCTAssertEqual(subscribe(shared).0.marks, ["x(first)"])
        notifier.onNext("now")
        XCTAssertFalse(notifier.hasObservers)
        let (recorder, _) = subscribe(shared)
        XCTAssertEqual(recorder.marks, [])
        XCTAssertEqual(source.subscriptions, 2)
        XCTAssertEqual(errors.value, ["first"])
    }

    func testANotifierThatOnlyCompletesResetsNothing() {
        let shared = source.observable.share(resettingOn: [.completion(when: { Observable<Int>.empty() })])
        _ = subscribe(shared)
        source.send(.completed)
        XCTAssertEqual(subscribe(shared).0.marks, ["|"])
        XCTAssertEqual(source.subscriptions, 1)
    }

    func testTheEndCancelsAResetThatWaits() {
        let notifier = PublishSubject<Void>()
        let shared = source.observable.share(resettingOn: [.refCountZero(when: { notifier })])
        subscribe(shared).1.dispose()
        XCTAssertTrue(notifier.hasObservers)
        source.send(.completed)
        XCTAssertFalse(notifier.hasObservers)
        XCTAssertEqual(subscribe(shared).0.marks, ["|"])
    }

    func testSubscribingAgainInsideTheTerminalEvent() {
        let shared = source.observable.share(resettingOn: [.error])
        let again = Recorder<Int>()
        _ = shared.subscribe(onError: { _ in _ = shared.subscribe(again) })
        source.send(.error(TestError()))
        XCTAssertEqual(source.subscriptions, 2)
        XCTAssertEqual(again.marks, [])
    }

    func testRetryGetsAFreshConnection() {
        let attempts = Counter()
        let shared = Observable<Int>.create { observer in
            if attempts.add() < 3 { observer.onError(TestError()) } else { observer.onNext(1) }
            return Disposables.create()
        }.share(replay: 1, resettingOn: [.error])
        XCTAssertEqual(subscribe(shared.retry(5)).0.marks, ["1"])
        XCTAssertEqual(attempts.value, 3)
    }

    func testTheLastSubscriberLeavesWhileTheSourceIsBeingSubscribedTo() {
        for replay in 0...1 {
            let requests = Counter()
            let recorder = Recorder<Int>()
            let later = Observable<Int>.deferred {
                requests.add()
                return .never()
            }
            _ = Observable.just(0).concat(later)
                .share(replay: replay, resettingOn: [.error, .completion, .refCountZero])
                .take(1)
                .subscribe(recorder)
            XCTAssertEqual(recorder.marks, ["0", "|"])
            XCTAssertEqual(requests.value, 0, "replay: \(replay)")
        }
    }

    func testAnEndlessSourceThatEmitsInsideSubscribe() {
        let produced = Counter()
        // The limit is for a failure.
        let source = Observable.just(1).do(onNext: { _ in produced.add() }).repeat(100)
        source.share(resettingOn: [.refCountZero]).take(1).subscribe().dispose()
        XCTAssertEqual(produced.value, 1)
    }

    func testASubscriberThatLeavesWhileItJoins() {
        let (notifier, leave) = (PublishSubject<Void>(), PublishSubject<Void>())
        let shared = source.observable.share(resettingOn: [
            .refCountZero(when: { notifier.do(onDispose: { leave.onNext(()) }) })
        ])
        subscribe(shared).1.dispose()
        // To join cancels the reset that waits.
        XCTAssertEqual(subscribe(shared.take(until: leave)).0.marks, ["|"])
        XCTAssertEqual(source.disposals, 0)
        notifier.onNext(())
        XCTAssertEqual(source.disposals, 1)
    }

    func testTheCoresShareIsFoundWithoutResettingOn() {
        let shared: [Observable<Int>] = [
            source.observable.share(), source.observable.share(replay: 1),
            source.observable.share(replay: 1, scope: .forever),
        ]
        for shared in shared { shared.subscribe().dispose() }
        XCTAssertEqual(source.disposals, 3)
    }
}
