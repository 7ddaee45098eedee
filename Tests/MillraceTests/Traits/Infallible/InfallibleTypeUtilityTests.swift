import Millrace
import MillraceTest
import TestSupport
import XCTest

final class InfallibleTypeUtilityTests: XCTestCase {
    func testDoSurroundsTheEvents() {
        let log = Log()
        func lines(_ infallible: Infallible<Int>) {
            infallible.do(
                onNext: { log.write("onNext \($0)") },
                afterNext: { log.write("afterNext \($0)") },
                onCompleted: { log.write("onCompleted") },
                afterCompleted: { log.write("afterCompleted") },
                onSubscribe: { log.write("onSubscribe") },
                onSubscribed: { log.write("onSubscribed") },
                onDispose: { log.write("onDispose") }
            )
            .subscribe { log.write("\($0)") }.dispose()
        }
        lines(.just(1))
        XCTAssertEqual(
            log.lines,
            [
                "onSubscribe", "onNext 1", "next(1)", "afterNext 1", "onCompleted", "completed", "afterCompleted",
                "onSubscribed", "onDispose",
            ]
        )
        let count = log.lines.count
        lines(.never())
        XCTAssertEqual(log.lines.dropFirst(count), ["onSubscribe", "onSubscribed", "onDispose"])
    }

    func testShareSubscribesOnce() {
        let log = Log()
        let shared = Infallible<Int>.create { observer in
            log.write("subscribed")
            observer(.next(1))
            observer(.next(2))
            return log.disposable("disposed")
        }
        .share(replay: 1)
        let first = shared.subscribe(onNext: { log.write("first \($0)") })
        let second = shared.subscribe(onNext: { log.write("second \($0)") })
        first.dispose()
        second.dispose()
        XCTAssertEqual(log.lines, ["subscribed", "first 1", "first 2", "second 2", "disposed"])
    }

    func testWithUnretained() {
        let relay = PublishRelay<Int>()
        var object: Log? = Log()
        let (pairs, results) = (Recorder<Int>(), Recorder<String>())
        _ = relay.asInfallible().withUnretained(object!).map { $1 }.asObservable().subscribe(pairs)
        _ = relay.asInfallible().withUnretained(object!) { "\($0.lines.count) \($1)" }.asObservable().subscribe(results)
        relay.accept(1)
        weak var held: Log?
        held = object
        object = nil
        XCTAssertNil(held)
        relay.accept(2)
        XCTAssertEqual(pairs.marks, ["1", "|"])
        XCTAssertEqual(results.marks, ["0 1", "|"])
    }

    func testDebugPrintsEachEvent() throws {
        let lines = try standardOutput { _ = Infallible.just(1).debug("id").subscribe() }
        XCTAssertEqual(
            lines.map { String($0.dropFirst("2024-01-31 12:34:56.789: ".count)) },
            ["id -> subscribed", "id -> Event next(1)", "id -> Event completed", "id -> isDisposed"]
        )
    }
}
