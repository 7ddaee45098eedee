import Millrace
import MillraceTest
import TestSupport
import XCTest

final class PrimitiveSequenceRecoveringTests: XCTestCase {
    /// Fails as often as `failures` says, then emits how many subscriptions there were.
    private func failing(_ failures: Int) -> Single<Int> {
        let count = Counter()
        return .deferred {
            let attempt = count.add()
            return attempt > failures ? .just(attempt) : .error(TestError("\(attempt)"))
        }
    }

    func testCatch() {
        XCTAssertEqual(marks(failing(1).catch { _ in .just(7) }), ["7", "|"])
        XCTAssertEqual(marks(failing(0).catch { _ in .just(7) }), ["1", "|"])
        XCTAssertEqual(marks(failing(1).catch { _ in throw TestError("again") }), ["x(again)"])
        XCTAssertEqual(marks(Maybe<Int>.error(TestError()).catch { _ in .empty() }), ["|"])
        XCTAssertEqual(marks(Completable.error(TestError("a")).catch { .error(TestError("\($0)b")) }), ["x(ab)"])
    }

    func testRetry() {
        XCTAssertEqual(marks(failing(2).retry(3)), ["3", "|"])
        XCTAssertEqual(marks(failing(2).retry(2)), ["x(2)"])
        XCTAssertEqual(marks(failing(0).asMaybe().retry(0)), ["|"])
        XCTAssertEqual(marks(failing(1).asCompletable().retry(2)), ["|"])
    }

    func testRetryWhen() {
        XCTAssertEqual(marks(failing(2).retry(when: { (errors: Observable<Error>) in errors })), ["3", "|"])
        XCTAssertEqual(marks(failing(2).retry(when: { (errors: Observable<TestError>) in errors })), ["3", "|"])
        XCTAssertEqual(
            marks(
                failing(2).retry(when: { (errors: Observable<TestError>) in
                    errors.map { error -> Int in throw TestError("no more after \(error)") }
                })
            ),
            ["x(no more after 1)"]
        )
    }

    func testTriggersMayComeLater() {
        let scheduler = TestScheduler(initialClock: 0)
        scheduler.expect(
            failing(2).retry(when: { (errors: Observable<Error>) in
                errors.delay(.seconds(2), scheduler: scheduler)
            }).asObservable(),
            emits: "----(a|)",
            ["a": 3]
        )
    }
}
