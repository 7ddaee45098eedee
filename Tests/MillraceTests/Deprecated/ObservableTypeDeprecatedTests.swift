import Millrace
import TestSupport
import XCTest

/// Each deprecated name does what its successor does. The tests are deprecated so that calling them does not warn.
final class ObservableTypeDeprecatedTests: XCTestCase {
    private func marks(of result: Observable<Int>) -> [String] {
        let recorder = Recorder<Int>()
        _ = result.subscribe(recorder)
        return recorder.marks
    }

    /// Three elements, then an error.
    private var failing: Observable<Int> { Observable.of(1, 2, 3).concat(Observable.error(TestError())) }

    @available(*, deprecated)
    func testNamesOfFilteringOperators() {
        let source = Observable.of(1, 2, 3, 1)
        XCTAssertEqual(marks(of: source.elementAt(1)), ["2", "|"])
        XCTAssertEqual(marks(of: source.skipWhile { $0 < 3 }), ["3", "1", "|"])
        XCTAssertEqual(marks(of: source.takeWhile { $0 < 3 }), ["1", "2", "|"])
        XCTAssertEqual(marks(of: source.takeUntil(.exclusive) { $0 == 3 }), ["1", "2", "|"])
        XCTAssertEqual(marks(of: source.takeUntil(.inclusive, predicate: { $0 == 3 })), ["1", "2", "3", "|"])
    }

    @available(*, deprecated)
    func testPredicatesMayThrow() {
        let predicate: @Sendable (Int) throws -> Bool = { if $0 == 2 { throw TestError("two") } else { return $0 < 2 } }
        let source = Observable.of(1, 2, 3)
        XCTAssertEqual(marks(of: source.skipWhile(predicate)), ["x(two)"])
        XCTAssertEqual(marks(of: source.takeWhile(predicate)), ["1", "x(two)"])
        XCTAssertEqual(marks(of: source.takeUntil(.exclusive) { try !predicate($0) }), ["1", "x(two)"])
    }

    @available(*, deprecated)
    func testSkipUntilAndTakeUntilAnotherSource() {
        let source = PublishSubject<Int>()
        let other = PublishSubject<String>()
        let skipped = Recorder<Int>()
        let taken = Recorder<Int>()
        _ = source.skipUntil(other).subscribe(skipped)
        _ = source.takeUntil(other).subscribe(taken)
        source.onNext(1)
        other.onNext("now")
        source.onNext(2)
        XCTAssertEqual(skipped.marks, ["2"])
        XCTAssertEqual(taken.marks, ["1", "|"])
    }

    @available(*, deprecated)
    func testTakeForATime() {
        let scheduler = ManualScheduler()
        let recorder = Recorder<Int>()
        let source = PublishSubject<Int>()
        _ = source.take(.seconds(2), scheduler: scheduler).subscribe(recorder)
        source.onNext(1)
        scheduler.advance(by: .seconds(2))
        source.onNext(2)
        XCTAssertEqual(recorder.marks, ["1", "|"])
    }

    @available(*, deprecated)
    func testNamesOfOperatorsThatHandleErrors() {
        XCTAssertEqual(marks(of: failing.catchErrorJustReturn(4)), ["1", "2", "3", "4", "|"])
        XCTAssertEqual(marks(of: failing.catchError { .just("\($0)".count) }), ["1", "2", "3", "5", "|"])
        XCTAssertEqual(marks(of: failing.catchError { _ in throw TestError("other") }), ["1", "2", "3", "x(other)"])
        XCTAssertEqual(
            marks(of: Observable.catchError([failing, .just(4), .just(5)])),
            ["1", "2", "3", "4", "|"]
        )
    }

    @available(*, deprecated)
    func testRetryWhen() {
        let anyError = failing.retryWhen { errors in
            errors.enumerated().map { if $0.index == 1 { throw TestError("twice") } }
        }
        XCTAssertEqual(marks(of: anyError), ["1", "2", "3", "1", "2", "3", "x(twice)"])
        let onlyTestErrors = failing.retryWhen { (errors: Observable<TestError>) in errors.map(\.name).take(1) }
        XCTAssertEqual(marks(of: onlyTestErrors), ["1", "2", "3", "1", "2", "3", "|"])
    }

    @available(*, deprecated)
    func testObserveOnAndSubscribeOn() {
        let scheduler = ManualScheduler()
        for result in [Observable.just(1).observeOn(scheduler), Observable.just(1).subscribeOn(scheduler)] {
            let recorder = Recorder<Int>()
            _ = result.subscribe(recorder)
            XCTAssertEqual(recorder.marks, [])
            scheduler.runDue()
            XCTAssertEqual(recorder.marks, ["1", "|"])
        }
    }
}
