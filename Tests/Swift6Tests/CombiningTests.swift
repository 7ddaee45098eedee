import Millrace
import TestSupport
import XCTest

/// Operators with several sources as a caller in Swift 6 mode writes them.
final class CombiningTests: XCTestCase {
    func testClosuresOfOperators() {
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        let recorder = Recorder<Int>()
        let output = Observable.combineLatest(first, second) { $0 + $1 }
            .withLatestFrom(second) { $0 * 10 + $1 }
            .concatMap { Observable.of($0, $0 + 1) }
            .concat(Observable.just(0))
            .retry(when: { (errors: Observable<TestError>) in errors.take(1) })
            .take(until: Observable<Int>.never())
        let subscription = output.subscribe(recorder)
        first.onNext(1)
        second.onNext(2)
        first.onNext(3)
        XCTAssertEqual(recorder.elements, [32, 33, 52, 53])
        subscription.dispose()
    }

    func testGroupsAndSingles() {
        let recorder = Recorder<[Int]>()
        _ = Observable.of(1, 2, 3, 4).groupBy { $0 % 2 }
            .flatMap { group in group.reduce(0, accumulator: +).map { [group.key, $0] } }
            .subscribe(recorder)
        XCTAssertEqual(recorder.elements, [[1, 4], [0, 6]])
        let single = Single<Int>.create { observer in
            observer(.success(1))
            return Disposables.create()
        }
        let result = Recorder<Int>()
        _ = single.subscribe(onSuccess: { result.onNext($0) })
        XCTAssertEqual(result.elements, [1])
    }
}
