import Millrace
import TestSupport
import XCTest

final class JustTests: XCTestCase {
    func testItEmitsAndCompletes() {
        let recorder = Recorder<Int>()
        let subscription = Observable.just(1).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "|"])
        XCTAssertTrue((subscription as! Cancelable).isDisposed)
    }

    func testItEmitsAtOnceInsideATrampoline() {
        var log: [String] = []
        _ = Observable<Int>.create { _ in
            _ = Observable.of("of").subscribe(onNext: { log.append($0) })
            _ = Observable.just("just").subscribe(onNext: { log.append($0) })
            _ = Observable.from(optional: "from optional").subscribe(onNext: { log.append($0) })
            _ = Observable<Int>.empty().subscribe(onCompleted: { log.append("empty") })
            _ = Observable<Int>.error(TestError()).subscribe(onError: { log.append("\($0)") })
            log.append("subscribed")
            return Disposables.create()
        }.subscribe(Recorder<Int>())
        XCTAssertEqual(log, ["just", "from optional", "empty", "error", "subscribed", "of"])
    }

    func testItStartsNoTrampoline() {
        _ = Observable.just(1).subscribe(onNext: { _ in XCTAssertTrue(CurrentThreadScheduler.isScheduleRequired) })
        _ = Observable<Int>.empty().subscribe(onCompleted: {
            XCTAssertTrue(CurrentThreadScheduler.isScheduleRequired)
        })
    }

    func testOnASchedulerTheElementAndTheEndAreTwoActions() {
        let scheduler = ManualScheduler()
        let recorder = Recorder<Int>()
        _ = Observable.just(1, scheduler: scheduler).subscribe(recorder)
        XCTAssertEqual(recorder.marks, [])
        scheduler.runDue()
        XCTAssertEqual(recorder.marks, ["1", "|"])
        XCTAssertEqual(scheduler.scheduledCount, 2)
        Observable.just(1, scheduler: scheduler).subscribe(recorder).dispose()
        XCTAssertEqual(scheduler.waitingCount, 0)
    }

    func testOnTheCurrentThreadTheElementWaitsItsTurn() {
        let recorder = Recorder<Int>()
        _ = Observable<Int>.create { _ in
            _ = Observable.just(1, scheduler: CurrentThreadScheduler.instance).subscribe(recorder)
            _ = Observable.just(2, scheduler: CurrentThreadScheduler.instance).subscribe(recorder)
            recorder.onNext(0)
            return Disposables.create()
        }.subscribe(Recorder<Int>())
        XCTAssertEqual(recorder.marks, ["0", "1", "2", "|", "|"])
    }

    func testWhatTheSubscriptionCapturedIsReleasedThoughItIsKept() {
        let scheduler = ManualScheduler()
        let sources: [Observable<Int>] = [
            .just(1), .just(1, scheduler: scheduler), .from(optional: 1), .from(optional: 1, scheduler: scheduler),
            .empty(), .error(TestError()),
        ]
        for (index, source) in sources.enumerated() {
            var subscription: Disposable?
            XCTAssertFalse(
                isHeld { probe in
                    subscription = source.filter { _ in
                        probe.touch()
                        return true
                    }.subscribe(
                        onNext: { _ in probe.touch() },
                        onError: { _ in probe.touch() },
                        onCompleted: { probe.touch() },
                        onDisposed: { probe.touch() }
                    )
                    scheduler.runDue()
                },
                "\(index)"
            )
            subscription?.dispose()
        }
    }

    func testTheElementIsReleasedWithTheObservable() {
        XCTAssertFalse(isHeld { probe in _ = Observable.just(probe).subscribe(onNext: { $0.touch() }) })
    }

    func testSubscribingInsideAnElementIsNested() {
        var order: [Int] = []
        _ = Observable.just(1).subscribe(
            onNext: { _ in
                _ = Observable.just(2).subscribe(onNext: { order.append($0) }, onCompleted: { order.append(3) })
                order.append(4)
            },
            onCompleted: { order.append(5) }
        )
        XCTAssertEqual(order, [2, 3, 4, 5])
    }
}
