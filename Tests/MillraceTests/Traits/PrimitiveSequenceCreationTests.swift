import Millrace
import MillraceTest
import TestSupport
import XCTest

final class PrimitiveSequenceCreationTests: XCTestCase {
    func testDeferredAsksForTheSourceOfEachSubscription() {
        let count = Counter()
        let single = Single.deferred { .just(count.add()) }
        XCTAssertEqual(count.value, 0)
        XCTAssertEqual(marks(single), ["1", "|"])
        XCTAssertEqual(marks(single), ["2", "|"])
        XCTAssertEqual(marks(Maybe<Int>.deferred { throw TestError() }), ["x(error)"])
        XCTAssertEqual(marks(Completable.deferred { .empty() }), ["|"])
    }

    func testUsingDisposesTheResourceAfterTheEnd() {
        let log = Log()
        let single = Single<Int>.using(
            { log.disposable("resource disposed") },
            primitiveSequenceFactory: { _ in .just(1) }
        )
        _ = single.subscribe(onSuccess: { log.write("\($0)") })
        XCTAssertEqual(log.lines, ["1", "resource disposed"])
        XCTAssertEqual(
            marks(Maybe<Int>.using({ BooleanDisposable() }, primitiveSequenceFactory: { _ in throw TestError() })),
            ["x(error)"]
        )
    }

    func testUsingDisposesTheSourceAndThenTheResource() {
        let log = Log()
        Completable.using(
            { log.disposable("resource disposed") },
            primitiveSequenceFactory: { _ in .create { _ in log.disposable("source disposed") } }
        )
        .subscribe().dispose()
        XCTAssertEqual(log.lines, ["source disposed", "resource disposed"])
    }

    func testATimerEmitsZeroOnce() {
        let scheduler = TestScheduler(initialClock: 0)
        scheduler.expect(
            Single<Int>.timer(.seconds(3), scheduler: scheduler).asObservable(),
            emits: "---(a|)",
            ["a": 0]
        )
        scheduler.expect(
            Maybe<Int>.timer(.seconds(3), scheduler: scheduler).asObservable(),
            during: "^-!",
            emits: "",
            ["a": 0]
        )
    }
}
