import Millrace
import TestSupport
import XCTest

/// `skip(until:)` with another source.
final class SkipUntilTests: UntilTestCase {
    func testItBeginsWithTheOthersFirstElement() {
        _ = source.observable.skip(until: other.observable).subscribe(recorder)
        source.send(1)
        other.send("now")
        XCTAssertEqual(disposals, [0, 1])
        source.send(2, 3)
        source.send(.completed)
        XCTAssertEqual(recorder.marks, ["2", "3", "|"])
        XCTAssertEqual(disposals, [1, 1])
    }

    func testItEndsWithoutAnEventIfTheSourceCompletesBefore() {
        let subscription = source.observable.skip(until: other.observable).subscribe(recorder)
        source.send(1)
        source.send(.completed)
        XCTAssertEqual(disposals, [1, 1])
        other.send("now")
        source.send(2)
        XCTAssertEqual(recorder.marks, [])
        subscription.dispose()
        XCTAssertEqual(disposals, [1, 1])
    }

    func testEndingWithoutAnEventReleasesTheObserver() {
        weak var held: Probe?
        let subject = PublishSubject<Int>()
        let never = PublishSubject<Int>()
        let subscription: Disposable
        do {
            let probe = Probe()
            held = probe
            subscription = subject.skip(until: never).subscribe(onNext: { _ in probe.touch() })
        }
        XCTAssertNotNil(held)
        subject.onCompleted()
        XCTAssertNil(held)
        XCTAssertFalse(never.hasObservers)
        subscription.dispose()
    }

    func testItIgnoresTheOthersCompletion() {
        _ = source.observable.skip(until: other.observable).subscribe(recorder)
        other.send(.completed)
        XCTAssertEqual(disposals, [0, 1])
        source.send(1)
        source.send(.error(TestError()))
        XCTAssertEqual(recorder.marks, ["x(error)"])
    }

    func testItFailsWithTheOther() {
        _ = source.observable.skip(until: other.observable).subscribe(recorder)
        other.send(.error(TestError()))
        XCTAssertEqual(recorder.marks, ["x(error)"])
        XCTAssertEqual(disposals, [1, 1])
    }

    // RxSwift fails: it has nothing to dispose until the other source's `subscribe` has returned.
    func testAnErrorAfterTheOthersFirstElementHasNoEffectEvenInTheSameCall() {
        let failing = Observable<Int>.create { observer in
            observer.onNext(0)
            observer.onError(TestError())
            return Disposables.create()
        }
        _ = source.observable.skip(until: failing).subscribe(recorder)
        source.send(1)
        XCTAssertEqual(recorder.marks, ["1"])
    }

    func testItSubscribesToTheSourceFirst() {
        let log = Box<[String]>([])
        logged("source", log, Int.self).skip(until: logged("other", log, Int.self)).subscribe { _ in }.dispose()
        XCTAssertEqual(log.value, ["source subscribed", "other subscribed", "source disposed", "other disposed"])
    }
}
