import Dispatch
import Foundation
import Millrace
import MillraceTest
import TestSupport
import XCTest

final class SubscribeOnTests: MarbleTestCase {
    func testSubscribingAndDisposingAreScheduled() {
        check(
            source: " -a-b|",
            result: "--a-b|",
            active: "-^---!",
            isCold: true
        ) { $0.subscribe(on: $1) }
        check(
            source: " -a-b|",
            during: "^--!",
            result: "--a",
            active: "-^--!",
            isCold: true
        ) { $0.subscribe(on: $1) }
    }

    // An operator's sink disposes itself behind the end in RxSwift; what is no `Observable` has none.
    func testASourceThatIsNoObservableIsDisposedOnTheSchedulerBehindItsEnd() {
        for end in [Event<String>.completed, .error(TestError())] {
            let scheduler = TestScheduler(initialClock: 0)
            let direct = scheduler.createHotObservable([.next(210, "a"), Recorded(time: 250, value: end)])
            let mapped = scheduler.createHotObservable([.next(210, "a"), Recorded(time: 250, value: end)])
            let wrapped = scheduler.createHotObservable([.next(210, "a"), Recorded(time: 250, value: end)])
            let result = scheduler.createObserver(String.self)
            scheduler.scheduleAt(200) {
                _ = direct.subscribe(on: scheduler).subscribe(result)
                _ = mapped.map { $0 }.subscribe(on: scheduler).subscribe()
                _ = wrapped.asObservable().subscribe(on: scheduler).subscribe()
            }
            scheduler.start()
            XCTAssertEqual(result.events.map(\.time), [210, 250])
            XCTAssertEqual(direct.subscriptions, [Subscription(201, 251)])
            XCTAssertEqual(mapped.subscriptions, [Subscription(201, 250)])
            XCTAssertEqual(wrapped.subscriptions, [Subscription(201, 250)])
        }
    }

    func testDisposalInTheTickOfTheSubscriptionKeepsTheSourceFromBeingSubscribedTo() {
        check(
            source: " -a-b|",
            during: "(^!)",
            result: "",
            active: "",
            isCold: true
        ) { $0.subscribe(on: $1) }
    }

    func testSubscribingAndDisposingHappenOnTheScheduler() {
        let queue = DispatchQueue(label: "SubscribeOnTests")
        let key = DispatchSpecificKey<Int>()
        queue.setSpecific(key: key, value: 1)
        let subscribed = expectation(description: "subscribed on the queue")
        let disposed = expectation(description: "disposed on the queue")
        var sawQueue: [Bool] = []
        let source = Observable<Int>.create { observer in
            sawQueue.append(DispatchQueue.getSpecific(key: key) != nil)
            observer.onNext(1)
            subscribed.fulfill()
            return Disposables.create {
                sawQueue.append(DispatchQueue.getSpecific(key: key) != nil)
                disposed.fulfill()
            }
        }
        let recorder = Recorder<Int>()
        let subscription =
            source
            .subscribe(on: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "subscribe"))
            .subscribe(recorder)
        wait(for: [subscribed], timeout: 60)
        subscription.dispose()
        wait(for: [disposed], timeout: 60)
        XCTAssertEqual(recorder.marks, ["1"])
        XCTAssertEqual(sawQueue, [true, true])
    }

    func testDisposalBeforeTheSchedulerRunsCancelsTheSubscription() {
        let scheduler = ManualScheduler()
        var subscriptions = 0
        let source = Observable<Int>.create { _ in
            subscriptions += 1
            return Disposables.create()
        }
        let subscription = source.subscribe(on: scheduler).subscribe()
        subscription.dispose()
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual(subscriptions, 0)
    }

    func testASynchronousSourceIsStoppedWhileItIsBeingSubscribedTo() {
        let scheduler = ManualScheduler()
        var elements: [Int] = []
        let subscription = SerialDisposable()
        subscription.disposable = Observable.range(start: 0, count: 1_000)
            .subscribe(on: scheduler)
            .subscribe(onNext: { element in
                elements.append(element)
                if element == 2 { subscription.dispose() }
            })
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual(elements, [0, 1, 2])
    }

    func testASchedulerThatRunsActionsAtOnce() {
        XCTAssertTrue(Thread.isMainThread)
        for scheduler in [MainScheduler.instance, ConcurrentMainScheduler.instance] as [ImmediateSchedulerType] {
            let recorder = Recorder<Int>()
            _ = Observable.of(1, 2).subscribe(on: scheduler).subscribe(recorder)
            XCTAssertEqual(recorder.marks, ["1", "2", "|"])

            let subject = PublishSubject<Int>()
            let subscription = subject.subscribe(on: scheduler).subscribe(recorder)
            subject.onNext(3)
            XCTAssertEqual(recorder.marks, ["1", "2", "|", "3"])
            subscription.dispose()
            XCTAssertFalse(subject.hasObservers)
        }
    }

    func testTerminalEventsPass() {
        let scheduler = ManualScheduler()
        let completed = Recorder<Int>()
        let failed = Recorder<Int>()
        _ = Observable.just(1).subscribe(on: scheduler).subscribe(completed)
        _ = Observable.error(TestError("bad")).subscribe(on: scheduler).subscribe(failed)
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual(completed.marks, ["1", "|"])
        XCTAssertEqual(failed.marks, ["x(bad)"])
    }

    func testCapturesGoWithASubscriptionThatIsDisposedBeforehand() {
        let scheduler = ManualScheduler()
        XCTAssertFalse(disposedSubscriptionsHoldCaptures(Observable.never().subscribe(on: scheduler)))
    }

    func testNoClosureIsCalledAfterADisposal() {
        let scheduler = TestScheduler(initialClock: 0)
        let subject = PublishSubject<Int>()
        var mapped: [Int] = []
        let subscription = subject.subscribe(on: scheduler)
            .map {
                mapped.append($0)
                return $0
            }
            .subscribe()
        scheduler.advanceTo(1)
        subject.onNext(1)
        subscription.dispose()
        subject.onNext(2)
        XCTAssertEqual(mapped, [1])
        scheduler.advanceTo(2)
        XCTAssertFalse(subject.hasObservers)
    }
}
