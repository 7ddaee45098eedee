import Millrace
import TestSupport
import XCTest

/// Each deprecated name does what its successor does. The tests are deprecated so that calling them does not warn.
final class PrimitiveSequenceDeprecatedTests: XCTestCase {
    private func marks<Trait>(of result: PrimitiveSequence<Trait, Int>) -> [String] {
        let recorder = Recorder<Int>()
        _ = result.asObservable().subscribe(recorder)
        return recorder.marks
    }

    @available(*, deprecated)
    func testNamesOfOperatorsThatHandleErrors() {
        let single = Single<Int>.error(TestError())
        let maybe = Maybe<Int>.error(TestError())
        XCTAssertEqual(marks(of: single.catchErrorJustReturn(1)), ["1", "|"])
        XCTAssertEqual(marks(of: maybe.catchErrorJustReturn(1)), ["1", "|"])
        XCTAssertEqual(marks(of: single.catchError { .just("\($0)".count) }), ["5", "|"])
        XCTAssertEqual(marks(of: maybe.catchError { _ in .empty() }), ["|"])
    }

    @available(*, deprecated)
    func testRetryWhen() {
        var attempts = 0
        let single = Single<Int>.create { observer in
            attempts += 1
            observer(attempts < 3 ? .failure(TestError()) : .success(attempts))
            return Disposables.create()
        }
        XCTAssertEqual(marks(of: single.retryWhen { $0 }), ["3", "|"])
        attempts = 0
        let onlyTestErrors = single.retryWhen { (errors: Observable<TestError>) in errors.map(\.name) }
        XCTAssertEqual(marks(of: onlyTestErrors), ["3", "|"])
    }

    @available(*, deprecated)
    func testObserveOnAndSubscribeOn() {
        let scheduler = ManualScheduler()
        for result in [
            Single.just(1).observeOn(scheduler).asObservable(), Maybe.just(1).subscribeOn(scheduler).asObservable(),
        ] {
            let recorder = Recorder<Int>()
            _ = result.subscribe(recorder)
            XCTAssertEqual(recorder.marks, [])
            scheduler.runDue()
            XCTAssertEqual(recorder.marks, ["1", "|"])
        }
    }

    @available(*, deprecated)
    func testASingleIsSubscribedToWithOnError() {
        var log: [String] = []
        for single in [Single.just(1), .error(TestError())] {
            _ = single.subscribe(
                onSuccess: { log.append("\($0)") },
                onError: { log.append("x(\($0))") },
                onDisposed: { log.append("disposed") }
            )
        }
        _ = Single.just(2).subscribe(onError: { log.append("x(\($0))") })
        XCTAssertEqual(log, ["1", "disposed", "x(error)", "disposed"])
    }
}
