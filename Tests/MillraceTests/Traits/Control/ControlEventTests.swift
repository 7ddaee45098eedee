import Foundation
import Millrace
import TestSupport
import XCTest

/// These tests run on the main thread.
final class ControlEventTests: XCTestCase {
    /// A source that writes down which thread subscribes to it and disposes it, and that `subject` feeds.
    private func watched(_ subject: PublishSubject<Int>, _ log: Log) -> Observable<Int> {
        .create { observer in
            log.write(Thread.isMainThread ? "subscribed on main" : "subscribed elsewhere")
            let subscription = subject.subscribe(observer)
            return Disposables.create {
                subscription.dispose()
                log.write(Thread.isMainThread ? "disposed on main" : "disposed elsewhere")
            }
        }
    }

    func testOnTheMainThreadTheSourceIsSubscribedToAtOnce() {
        let (subject, log, recorder) = (PublishSubject<Int>(), Log(), Recorder<Int>())
        let event = ControlEvent(events: watched(subject, log))
        XCTAssertEqual(log.lines, [])
        let subscription = event.subscribe(recorder)
        XCTAssertEqual(log.lines, ["subscribed on main"])
        subject.onNext(1)
        subscription.dispose()
        XCTAssertEqual(log.lines, ["subscribed on main", "disposed on main"])
        subject.onNext(2)
        XCTAssertEqual(recorder.marks, ["1"])
    }

    func testAnotherThreadSubscribesAndDisposesLaterOnTheMainThread() {
        let (subject, log, recorder) = (PublishSubject<Int>(), Log(), Recorder<Int>())
        let event = ControlEvent(events: watched(subject, log))
        let subscription = Box<Disposable?>(nil)
        TestThread { subscription.value = event.subscribe(recorder) }.join()
        XCTAssertEqual(log.lines, [])
        subject.onNext(1)
        passMainQueue()
        XCTAssertEqual(log.lines, ["subscribed on main"])
        subject.onNext(2)
        TestThread { subscription.value?.dispose() }.join()
        XCTAssertEqual(log.lines, ["subscribed on main"])
        subject.onNext(3)
        passMainQueue()
        XCTAssertEqual(log.lines, ["subscribed on main", "disposed on main"])
        XCTAssertEqual(recorder.marks, ["2"])
    }

    func testASubscriptionThatIsDisposedBeforeTheMainThreadCameIsNotMade() {
        let log = Log()
        let event = ControlEvent(events: watched(PublishSubject(), log))
        TestThread { event.subscribe(Recorder<Int>()).dispose() }.join()
        passMainQueue()
        XCTAssertEqual(log.lines, [])
    }

    func testEachSubscriberHasASubscriptionOfItsOwn() {
        let (subject, log) = (PublishSubject<Int>(), Log())
        let event = ControlEvent(events: watched(subject, log))
        let recorders = [Recorder<Int>(), Recorder<Int>()]
        let first = event.subscribe(recorders[0])
        subject.onNext(1)
        let second = event.asControlEvent().subscribe(recorders[1])
        subject.onNext(2)
        subject.onCompleted()
        XCTAssertEqual(recorders.map(\.marks), [["1", "2", "|"], ["2", "|"]])
        XCTAssertEqual(log.lines.filter { $0 == "subscribed on main" }.count, 2)
        first.dispose()
        second.dispose()
    }

    func testAsObservableSubscribesOnTheMainThreadToo() {
        let (subject, log, recorder) = (PublishSubject<Int>(), Log(), Recorder<Int>())
        let observable = ControlEvent(events: watched(subject, log)).asObservable()
        TestThread { _ = observable.subscribe(recorder) }.join()
        XCTAssertEqual(log.lines, [])
        passMainQueue()
        XCTAssertEqual(log.lines, ["subscribed on main"])
        subject.onNext(1)
        subject.onError(TestError())
        XCTAssertEqual(recorder.marks, ["1", "x(error)"])
    }

    func testADriverSharesOneSubscriptionAndReplaysTheLatestElement() {
        let (subject, log, recorder) = (PublishSubject<Int>(), Log(), Recorder<Int>())
        let driver = ControlEvent(events: watched(subject, log)).asDriver()
        let first = driver.drive()
        subject.onNext(1)
        let second = driver.drive(recorder)
        subject.onNext(2)
        XCTAssertEqual(recorder.marks, ["1", "2"])
        XCTAssertEqual(log.lines, ["subscribed on main"])
        first.dispose()
        second.dispose()
        XCTAssertEqual(log.lines, ["subscribed on main", "disposed on main"])
    }

    func testASignalSharesOneSubscriptionAndReplaysNothing() {
        let (subject, log, recorder) = (PublishSubject<Int>(), Log(), Recorder<Int>())
        let signal = ControlEvent(events: watched(subject, log)).asSignal()
        let first = signal.emit()
        subject.onNext(1)
        let second = signal.emit(to: recorder)
        subject.onNext(2)
        subject.onCompleted()
        XCTAssertEqual(recorder.marks, ["2", "|"])
        XCTAssertEqual(log.lines, ["subscribed on main", "disposed on main"])
        first.dispose()
        second.dispose()
    }

    func testAnInfallibleHasTheSameEvents() {
        let (subject, recorder) = (PublishSubject<Int>(), Recorder<Int>())
        let infallible = ControlEvent(events: subject).asInfallible()
        let subscription = infallible.subscribe(onNext: recorder.onNext, onCompleted: recorder.onCompleted)
        subject.onNext(1)
        subject.onCompleted()
        XCTAssertEqual(recorder.marks, ["1", "|"])
        subscription.dispose()
    }

    // A debug build stops; see ControlMisuseTests.
    #if !DEBUG
        func testAnErrorCompletesWhatDoesNotFail() {
            let event = ControlEvent(events: Observable.of(1).concat(Observable.error(TestError())))
            XCTAssertEqual(marks(event.asDriver()), ["1", "|"])
            XCTAssertEqual(marks(event.asSignal()), ["1", "|"])
            XCTAssertEqual(marks(event.asInfallible()), ["1", "|"])
        }
    #endif

    func testCapturesAreReleasedWithTheSubscription() {
        let subject = PublishSubject<Int>()
        let tally = Token.Tally()
        func subscribe(_ token: Token) -> Disposable {
            ControlEvent(events: subject.map { token.keep($0) }).subscribe(onNext: { _ in token.keep() })
        }
        let subscription = subscribe(Token(tally))
        subject.onNext(1)
        XCTAssertEqual(tally.count, 1)
        subscription.dispose()
        XCTAssertEqual(tally.count, 0)
        let other = subscribe(Token(tally))
        subject.onCompleted()
        XCTAssertEqual(tally.count, 0)
        other.dispose()
    }
}

extension XCTestCase {
    /// Runs what is on the main queue now.
    func passMainQueue() {
        let passed = expectation(description: "the main queue has passed")
        DispatchQueue.main.async { passed.fulfill() }
        wait(for: [passed], timeout: 60)
    }
}
