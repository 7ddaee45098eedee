import Millrace
import TestSupport
import XCTest

/// How a chain of operators is put together, and what becomes of one whose subscription ends meanwhile.
final class OperatorTests: XCTestCase {
    private let outer = PublishSubject<Int>()
    private let inner = PublishSubject<Int>()
    private let heard = Recorder<Int>()

    /// `source` below stages that hold `capture`.
    private func stages(_ source: Observable<Int>, _ capture: Capture) -> Observable<Int> {
        source.map { element in withExtendedLifetime(capture) { element } }.filter { _ in true }.map { $0 + 1 }.skip(0)
    }

    func testElementsPassAllStagesInOrder() {
        let subscription = stages(inner, Capture()).map { $0 * 2 }.subscribe(heard)
        inner.onNext(1)
        inner.onNext(2)
        subscription.dispose()
        inner.onNext(3)
        XCTAssertEqual(heard.marks, ["4", "6"])
        XCTAssertFalse(inner.hasObservers)
    }

    func testAChainThatIsSubscribedToWhenAllIsOverIsDisposedAtOnce() {
        var capture: Capture? = Capture()
        weak let alive = capture
        var chain: Observable<Int>? = stages(inner, capture!)
        capture = nil
        let subscription = chain!.startWith(0).take(1).subscribe(heard)
        XCTAssertFalse(inner.hasObservers)
        XCTAssertNotNil(alive)
        chain = nil
        XCTAssertNil(alive)
        inner.onNext(1)
        XCTAssertEqual(heard.marks, ["0", "|"])
        subscription.dispose()
    }

    func testDisposalFromInsideCreateReachesAllStages() {
        var (made, disposed) = (0, 0)
        var capture: Capture? = Capture()
        weak let alive = capture
        let subscription = SerialDisposable()
        subscription.disposable = outer.flatMap { [self, capture] _ in
            let source = Observable<Int>.create { observer in
                made += 1
                observer.onNext(1)
                subscription.dispose()
                observer.onNext(2)
                return Disposables.create { disposed += 1 }
            }
            return stages(source, capture!)
        }.subscribe(heard)
        capture = nil
        outer.onNext(0)
        XCTAssertEqual(heard.marks, ["2"])
        XCTAssertEqual([made, disposed], [1, 1])
        XCTAssertFalse(outer.hasObservers)
        XCTAssertNil(alive)
    }

    func testDisposalBeforeTheStagesAreMadeReachesThem() {
        var capture: Capture? = Capture()
        weak let alive = capture
        let subscription = SerialDisposable()
        subscription.disposable = outer.flatMap { [self, capture] _ in
            Observable.deferred { [self] in
                subscription.dispose()
                return stages(inner, capture!)
            }
        }.subscribe(heard)
        capture = nil
        outer.onNext(0)
        XCTAssertFalse(inner.hasObservers)
        XCTAssertFalse(outer.hasObservers)
        XCTAssertNil(alive)
        inner.onNext(1)
        XCTAssertEqual(heard.marks, [])
    }

    func testEachSubscriptionHasStagesOfItsOwn() {
        let counted = inner.scan(0) { $0 + $1 }.map { $0 }.filter { _ in true }
        let first = counted.subscribe(heard)
        inner.onNext(1)
        let second = counted.subscribe(heard)
        inner.onNext(10)
        first.dispose()
        inner.onNext(100)
        second.dispose()
        XCTAssertEqual(heard.marks, ["1", "11", "10", "110"])
        XCTAssertFalse(inner.hasObservers)
    }
}
