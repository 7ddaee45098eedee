import Millrace
import TestSupport
import XCTest

/// `take(until:)` with another source.
final class TakeUntilTests: UntilTestCase {
    func testItEndsWithTheOthersFirstElement() {
        _ = source.observable.take(until: other.observable).subscribe(recorder)
        source.send(1, 2)
        other.send("now")
        source.send(3)
        XCTAssertEqual(recorder.marks, ["1", "2", "|"])
        XCTAssertEqual(disposals, [1, 1])
    }

    func testItIgnoresTheOthersCompletion() {
        _ = source.observable.take(until: other.observable).subscribe(recorder)
        other.send(.completed)
        XCTAssertEqual(disposals, [0, 1])
        source.send(1)
        source.send(.completed)
        XCTAssertEqual(recorder.marks, ["1", "|"])
        XCTAssertEqual(disposals, [1, 1])
    }

    func testItFailsWithEither() {
        for fails in [true, false] {
            let recorder = Recorder<Int>()
            let before = disposals
            _ = source.observable.take(until: other.observable).subscribe(recorder)
            if fails {
                source.observers.last?.onError(TestError())
            } else {
                other.observers.last?.onError(TestError())
            }
            XCTAssertEqual(recorder.marks, ["x(error)"])
            XCTAssertEqual(disposals, before.map { $0 + 1 })
        }
    }

    func testItSubscribesToTheOtherFirst() {
        let log = Box<[String]>([])
        logged("source", log, Int.self).take(until: logged("other", log, Int.self)).subscribe { _ in }.dispose()
        XCTAssertEqual(log.value, ["other subscribed", "source subscribed", "source disposed", "other disposed"])
    }

    func testASourceThatEmitsAtOnceSubscribesAndDisposes() {
        _ = source.observable.take(until: Observable.just(1)).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["|"])
        XCTAssertEqual([source.subscriptions, source.disposals], [1, 1])
    }
}
