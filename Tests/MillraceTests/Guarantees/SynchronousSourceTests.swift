import Millrace
import TestSupport
import XCTest

/// A source of several that sends everything while it is being subscribed to, and an end that comes meanwhile.
final class SynchronousSourceTests: XCTestCase {
    private let operators: [(name: String, apply: (Observable<Int>) -> Observable<Int>)] = [
        ("merge(_:)", { Observable.merge(.empty(), $0) }),
        ("merge()", { source in Observable.just(source).merge() }),
        ("merge(maxConcurrent:)", { source in Observable.just(source).merge(maxConcurrent: 1) }),
        ("concatMap", { source in Observable.just(1).concatMap { _ in source } }),
        ("concat(_:)", { Observable.empty().concat($0) }),
        ("flatMap", { source in Observable.just(1).flatMap { _ in source } }),
        ("flatMapFirst", { source in Observable.just(1).flatMapFirst { _ in source } }),
        ("flatMapLatest", { source in Observable.just(1).flatMapLatest { _ in source } }),
        ("switchLatest", { source in Observable.just(source).switchLatest() }),
        ("combineLatest", { Observable.combineLatest(Observable.just(0), $0) { $0 + $1 } }),
        ("combineLatest of a collection", { Observable.combineLatest([.just(0), $0]) { $0[0] + $0[1] } }),
        ("zip", { Observable.zip(Observable.range(start: 0, count: 100), $0) { $1 } }),
        ("amb", { Observable.never().amb($0) }),
        ("withLatestFrom", { $0.withLatestFrom(Observable.just(0)) { $0 + $1 } }),
        ("take(until:)", { $0.take(until: Observable<Int>.never()) }),
        ("retry", { $0.retry() }),
        ("retry(when:)", { $0.retry(when: { (_: Observable<Error>) in Observable<Int>.never() }) }),
        ("ifEmpty(switchTo:)", { Observable.empty().ifEmpty(switchTo: $0) }),
        ("groupBy", { $0.groupBy { _ in 0 }.flatMap { $0 } }),
        ("two flatMaps", { source in Observable.just(1).flatMap { _ in Observable.just(1).flatMap { _ in source } } }),
    ]

    /// Cannot be stopped; counts what passes the first operator.
    private func burst(_ passed: Counter, _ disposals: Counter) -> Observable<Int> {
        Observable<Int>.create { observer in
            for element in 0..<100 { observer.onNext(element) }
            observer.onCompleted()
            return Disposables.create { disposals.add() }
        }
        .map { element in
            passed.add()
            return element
        }
    }

    func testAnEndFromBelowStopsIt() {
        for (name, apply) in operators where name != "zip" {
            let (passed, disposals) = (Counter(), Counter())
            let recorder = Recorder<Int>()
            _ = apply(burst(passed, disposals)).take(10).subscribe(recorder)
            XCTAssertEqual(recorder.marks, (0..<10).map(String.init) + ["|"], name)
            XCTAssertEqual(passed.value, 10, name)
            XCTAssertEqual(disposals.value, 1, name)
        }
    }

    func testDisposalInACallbackStopsIt() {
        for (name, apply) in operators {
            let (passed, disposals) = (Counter(), Counter())
            let recorder = Recorder<Int>()
            let subscription = SerialDisposable()
            let start = PublishSubject<Int>()
            // Not inside of another subscription, where sequences would wait.
            subscription.disposable = apply(start.take(1).flatMap { _ in self.burst(passed, disposals) })
                .subscribe(onNext: {
                    recorder.onNext($0)
                    if $0 == 9 { subscription.dispose() }
                })
            start.onNext(0)
            XCTAssertEqual(recorder.elements, Array(0..<10), name)
            XCTAssertEqual(passed.value, 10, name)
            XCTAssertEqual(disposals.value, 1, name)
        }
    }

    func testSourcesThatAreSubscribedToInsideOfAnotherAreStoppedToo() {
        let (outerPassed, innerPassed, disposals) = (Counter(), Counter(), Counter())
        let outer = PublishSubject<Int>()
        let subscription = SerialDisposable()
        let heard = Counter()
        subscription.disposable = outer.flatMap { [self] element in
            burst(element == 0 ? outerPassed : innerPassed, disposals)
        }
        .subscribe(onNext: { _ in
            switch heard.add() {
            case 5: outer.onNext(1)
            case 10: subscription.dispose()
            default: break
            }
        })
        outer.onNext(0)
        XCTAssertEqual(heard.value, 10)
        XCTAssertEqual([outerPassed.value, innerPassed.value], [5, 5])
        XCTAssertEqual(disposals.value, 2)
    }
}
