import Millrace
import MillraceTest
import TestSupport
import XCTest

final class DeferredTests: XCTestCase {
    func testTheFactoryIsCalledForEachSubscription() {
        var calls = 0
        let source = Observable<Int>.deferred {
            calls += 1
            return .of(calls, calls * 10)
        }
        XCTAssertEqual(calls, 0)
        let recorder = Recorder<Int>()
        _ = source.subscribe(recorder)
        _ = source.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "10", "|", "2", "20", "|"])
    }

    func testAnErrorOfTheFactoryFails() {
        let recorder = Recorder<Int>()
        _ = Observable<Int>.deferred { throw TestError("factory") }.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["x(factory)"])
    }

    func testErrorsAndTheEndOfTheSourcePass() {
        let recorder = Recorder<Int>()
        _ = Observable<Int>.deferred { .error(TestError("source")) }.subscribe(recorder)
        _ = Observable<Int>.deferred { .empty() }.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["x(source)", "|"])
    }

    func testDisposalDisposesTheSource() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let subscription = Observable<Int>.deferred { subject }.subscribe(recorder)
        subject.onNext(1)
        XCTAssertTrue(subject.hasObservers)
        subscription.dispose()
        XCTAssertFalse(subject.hasObservers)
        subject.onNext(2)
        XCTAssertEqual(recorder.marks, ["1"])
    }

    func testTheSourceIsKeptOnlyAsLongAsTheSubscription() {
        var subscription: Disposable?
        XCTAssertFalse(
            isHeld { probe in
                subscription = Observable<Int>.deferred {
                    Observable<Int>.create { _ in Disposables.create { probe.touch() } }
                }.subscribe(onNext: { _ in probe.touch() })
                subscription?.dispose()
            }
        )
        XCTAssertFalse(
            isHeld { probe in
                subscription = Observable<Int>.deferred {
                    probe.touch()
                    throw TestError()
                }.subscribe(onNext: { _ in probe.touch() }, onError: { _ in probe.touch() })
            }
        )
    }

    func testManyElementsAndNestedSubscriptionsNeedNoStack() {
        onSmallStack {
            var sum = 0
            _ = Observable<Int>.deferred { .range(start: 0, count: 100_000) }.subscribe(onNext: { sum += $0 })
            XCTAssertEqual(sum, 4_999_950_000)
        }
        var order: [Int] = []
        let source = Observable<Int>.deferred { .of(1, 2) }
        _ = source.subscribe(onNext: { outer in
            order.append(outer)
            _ = source.subscribe(onNext: { order.append(outer * 10 + $0) })
        })
        XCTAssertEqual(order, [1, 11, 2, 12, 21, 22])
    }

    func testItKeepsTheContract() {
        OperatorContract("deferred", sends: [1, 2, 3]) { source, token in
            Observable.deferred { token.keep(source) }
        }.check()
    }
}
