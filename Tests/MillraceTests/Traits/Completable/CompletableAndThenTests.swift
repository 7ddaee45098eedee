import Millrace
import MillraceTest
import TestSupport
import XCTest

final class CompletableAndThenTests: XCTestCase {
    private let failing = Completable.error(TestError())

    func testASingleFollows() {
        let single: Single<Int> = Completable.empty().andThen(.just(1))
        XCTAssertEqual(marks(single), ["1", "|"])
        XCTAssertEqual(marks(Completable.empty().andThen(Single<Int>.error(TestError("b")))), ["x(b)"])
        XCTAssertEqual(marks(failing.andThen(Single.just(1))), ["x(error)"])
        XCTAssertEqual(marks(Completable.never().andThen(Single.just(1))), [])
    }

    func testAMaybeFollows() {
        let maybe: Maybe<Int> = Completable.empty().andThen(.empty())
        XCTAssertEqual(marks(maybe), ["|"])
        XCTAssertEqual(marks(Completable.empty().andThen(Maybe.just(1))), ["1", "|"])
        XCTAssertEqual(marks(failing.andThen(Maybe.just(1))), ["x(error)"])
    }

    func testACompletableFollows() {
        XCTAssertEqual(marks(Completable.empty().andThen(Completable.empty())), ["|"])
        XCTAssertEqual(marks(Completable.empty().andThen(failing)), ["x(error)"])
        XCTAssertEqual(marks(failing.andThen(Completable.empty())), ["x(error)"])
    }

    func testAnObservableFollows() {
        XCTAssertEqual(marks(Completable.empty().andThen(Observable.of(1, 2, 3))), ["1", "2", "3", "|"])
        XCTAssertEqual(marks(failing.andThen(Observable.of(1, 2, 3))), ["x(error)"])
    }

    func testTheSecondSourceIsSubscribedToWhenTheFirstHasCompletedAndThatIsDisposedThen() {
        let log = Log()
        let send = Box<(CompletableEvent) -> Void>({ _ in })
        let first = Completable.create { observer in
            send.value = observer
            return log.disposable("first disposed")
        }
        let second = Single<Int>.create { observer in
            log.write("subscribed to the second")
            observer(.success(1))
            return log.disposable("second disposed")
        }
        _ = first.andThen(second).subscribe(onSuccess: { log.write("\($0)") })
        XCTAssertEqual(log.lines, [])
        send.value(.completed)
        XCTAssertEqual(log.lines, ["subscribed to the second", "1", "first disposed", "second disposed"])
    }

    func testDisposalDisposesTheSourceThatRuns() {
        let log = Log()
        let first = Completable.create { _ in log.disposable("first disposed") }
        let second = Completable.create { _ in log.disposable("second disposed") }
        first.andThen(second).subscribe().dispose()
        XCTAssertEqual(log.lines, ["first disposed"])
        Completable.empty().andThen(second).subscribe().dispose()
        XCTAssertEqual(log.lines, ["first disposed", "second disposed"])
    }

    func testARecursionThroughTheSecondSourceTakesNoStack() {
        let count = Counter()
        let depth = TestMode.size(100_000, sanitized: 20_000)
        @Sendable func completable() -> Completable {
            Completable.empty().andThen(.deferred { count.add() < depth ? completable() : .empty() })
        }
        XCTAssertEqual(marks(completable()), ["|"])
        @Sendable func single() -> Single<Int> {
            Completable.empty().andThen(.deferred { count.add() < 2 * depth ? single() : .just(count.value) })
        }
        XCTAssertEqual(marks(single()), ["\(2 * depth)", "|"])
    }
}
