import Millrace
import TestSupport
import XCTest

/// `take(until:)` and `skip(until:)` with another source.
final class UntilTests: XCTestCase {
    private let recorder = Recorder<Int>()
    private let (source, other) = (TestSource<Int>(), TestSource<String>())

    private var disposals: [Int] { [source.disposals, other.disposals] }

    private func logged<Element>(_ name: String, _ log: Box<[String]>, _ type: Element.Type) -> Observable<Element> {
        Observable.create { _ in
            log.value.append("\(name) subscribed")
            return Disposables.create { log.value.append("\(name) disposed") }
        }
    }

    func testTakeEndsWithTheOthersFirstElement() {
        _ = source.observable.take(until: other.observable).subscribe(recorder)
        source.send(1, 2)
        other.send("now")
        source.send(3)
        XCTAssertEqual(recorder.marks, ["1", "2", "|"])
        XCTAssertEqual(disposals, [1, 1])
    }

    func testTakeIgnoresTheOthersCompletion() {
        _ = source.observable.take(until: other.observable).subscribe(recorder)
        other.send(.completed)
        XCTAssertEqual(disposals, [0, 1])
        source.send(1)
        source.send(.completed)
        XCTAssertEqual(recorder.marks, ["1", "|"])
        XCTAssertEqual(disposals, [1, 1])
    }

    func testTakeFailsWithEither() {
        for fails in [true, false] {
            let recorder = Recorder<Int>()
            let before = disposals
            _ = source.observable.take(until: other.observable).subscribe(recorder)
            if fails {
                source.observers.last?.onError(TestError())
            } else {
                other.observers.last?.onError(TestError())
            }
            XCTAssertEqual(recorder.marks, ["x(error)"])
            XCTAssertEqual(disposals, before.map { $0 + 1 })
        }
    }

    func testTakeSubscribesToTheOtherFirst() {
        let log = Box<[String]>([])
        logged("source", log, Int.self).take(until: logged("other", log, Int.self)).subscribe { _ in }.dispose()
        XCTAssertEqual(log.value, ["other subscribed", "source subscribed", "source disposed", "other disposed"])
    }

    func testTakeUntilASourceThatEmitsAtOnceSubscribesAndDisposes() {
        _ = source.observable.take(until: Observable.just(1)).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["|"])
        XCTAssertEqual([source.subscriptions, source.disposals], [1, 1])
    }

    func testSkipBeginsWithTheOthersFirstElement() {
        _ = source.observable.skip(until: other.observable).subscribe(recorder)
        source.send(1)
        other.send("now")
        XCTAssertEqual(disposals, [0, 1])
        source.send(2, 3)
        source.send(.completed)
        XCTAssertEqual(recorder.marks, ["2", "3", "|"])
        XCTAssertEqual(disposals, [1, 1])
    }

    func testSkipEndsWithoutAnEventIfTheSourceCompletesBefore() {
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

    func testSkipThatEndsWithoutAnEventReleasesTheObserver() {
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

    func testSkipIgnoresTheOthersCompletion() {
        _ = source.observable.skip(until: other.observable).subscribe(recorder)
        other.send(.completed)
        XCTAssertEqual(disposals, [0, 1])
        source.send(1)
        source.send(.error(TestError()))
        XCTAssertEqual(recorder.marks, ["x(error)"])
    }

    func testSkipFailsWithTheOther() {
        _ = source.observable.skip(until: other.observable).subscribe(recorder)
        other.send(.error(TestError()))
        XCTAssertEqual(recorder.marks, ["x(error)"])
        XCTAssertEqual(disposals, [1, 1])
    }

    func testSkipSubscribesToTheSourceFirst() {
        let log = Box<[String]>([])
        logged("source", log, Int.self).skip(until: logged("other", log, Int.self)).subscribe { _ in }.dispose()
        XCTAssertEqual(log.value, ["source subscribed", "other subscribed", "source disposed", "other disposed"])
    }
}
