import Millrace
import TestSupport
import XCTest

/// The end of the source of sources, while one of those is still active.
final class OuterCompletionTests: XCTestCase {
    private typealias Merging = (Observable<Observable<Int>>) -> Observable<Int>

    private let operators: [(name: String, apply: Merging)] = [
        ("merge", { $0.merge() }),
        ("flatMap", { $0.flatMap { $0 } }),
        ("flatMapFirst", { $0.flatMapFirst { $0 } }),
        ("flatMapLatest", { $0.flatMapLatest { $0 } }),
        ("switchLatest", { $0.switchLatest() }),
        ("merge(maxConcurrent:)", { $0.merge(maxConcurrent: 2) }),
        ("concatMap", { $0.concatMap { $0 } }),
    ]

    func testItDisposesTheOuterSourceAtOnce() {
        for (name, apply) in operators {
            let recorder = Recorder<Int>()
            let outer = TestSource<Observable<Int>>()
            let inner = PublishSubject<Int>()
            _ = apply(outer.observable).subscribe(recorder)
            outer.send(inner)
            outer.send(.completed)
            XCTAssertEqual(outer.disposals, 1, name)
            inner.onNext(1)
            XCTAssertEqual(recorder.marks, ["1"], name)
            inner.onCompleted()
            XCTAssertEqual(recorder.marks, ["1", "|"], name)
            XCTAssertEqual(outer.disposals, 1, name)
        }
    }

    func testASubjectAsOuterSourceIsLetGoOf() {
        for (name, apply) in operators {
            let recorder = Recorder<Int>()
            let outer = PublishSubject<Observable<Int>>()
            let inner = PublishSubject<Int>()
            let subscription = apply(outer).subscribe(recorder)
            outer.onNext(inner)
            outer.onCompleted()
            inner.onNext(1)
            XCTAssertEqual(recorder.marks, ["1"], name)
            subscription.dispose()
            XCTAssertFalse(inner.hasObservers, name)
        }
    }

    /// The inner source completes inside a delivery of its own; the outer one, on another thread, before that delivery
    /// has returned.
    func testItsCompletionWaitsForTheDeliveryUnderWay() {
        for (name, apply) in operators {
            let outer = PublishSubject<Observable<Int>>()
            let inner = PublishSubject<Int>()
            let isInside = Box(false)
            let overlaps = Counter()
            let ends = Counter()
            let hasCompleted = Moment()
            let mayComplete = Moment()
            let completer = TestThread {
                mayComplete.wait()
                outer.onCompleted()
                hasCompleted.set()
            }
            _ = apply(outer).subscribe(
                onNext: { _ in
                    isInside.value = true
                    inner.onCompleted()
                    mayComplete.set()
                    hasCompleted.wait()
                    isInside.value = false
                },
                onCompleted: {
                    if isInside.value { overlaps.add() }
                    ends.add()
                }
            )
            outer.onNext(inner)
            inner.onNext(1)
            completer.join()
            XCTAssertEqual(ends.value, 1, name)
            XCTAssertEqual(overlaps.value, 0, name)
        }
    }
}

/// What waits in the gate when the stream ends.
final class WaitingAtTheEndTests: XCTestCase {
    /// Another thread sends a value while this one is in a callback, which then disposes the subscription.
    func testAResultSelectorIsNotCalledForAValueThatWaitedWhenTheSubscriptionWasDisposed() {
        let (a, b) = (PublishSubject<Int>(), PublishSubject<Int>())
        let calls = Counter()
        let subscription = SerialDisposable()
        subscription.disposable = Observable.combineLatest(a, b) { left, right in
            calls.add()
            return left + right
        }
        .subscribe(onNext: { _ in
            TestThread { b.onNext(2) }.join()
            subscription.dispose()
        })
        b.onNext(0)
        a.onNext(1)
        XCTAssertEqual(calls.value, 1)
    }
}
