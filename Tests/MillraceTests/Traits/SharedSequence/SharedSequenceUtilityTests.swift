import Millrace
import MillraceTest
import XCTest

final class SharedSequenceUtilityTests: SharedSequenceTestCase {
    private func spied<Strategy: SharingStrategyProtocol>(
        _ source: SharedSequence<Strategy, Int>,
        _ write: @escaping (String) -> Void
    ) -> SharedSequence<Strategy, Int> {
        source.do(
            onNext: { write("onNext \($0)") },
            afterNext: { write("afterNext \($0)") },
            onCompleted: { write("onCompleted") },
            afterCompleted: { write("afterCompleted") },
            onSubscribe: { write("onSubscribe") },
            onSubscribed: { write("onSubscribed") },
            onDispose: { write("onDispose") }
        )
    }

    func testDoSurroundsTheEventsOfAllSubscribers() {
        virtually { scheduler in
            let log = Log()
            func write(_ line: String) { log.write("\(scheduler.clock) \(line)") }
            let driver = spied(scheduler.driver(.next(210, 1), .completed(220)), write)
            for name in ["a", "b"] {
                scheduler.scheduleAt(200) { _ = driver.asObservable().subscribe { write("\(name) \($0)") } }
            }
            scheduler.start()
            XCTAssertEqual(
                log.lines,
                [
                    "200 onSubscribe", "200 onSubscribed",
                    "211 onNext 1", "211 a next(1)", "211 b next(1)", "211 afterNext 1",
                    "221 onCompleted", "221 a completed", "221 b completed", "221 afterCompleted", "221 onDispose",
                ]
            )
        }
    }

    func testDoHearsOfTheLastSubscriberWhoLeaves() {
        virtually { scheduler in
            let log = Log()
            let signal = spied(scheduler.signal()) { log.write("\(scheduler.clock) \($0)") }
            _ = scheduler.observe(signal, from: 200, to: 250)
            _ = scheduler.observe(signal, from: 210, to: 240)
            scheduler.start()
            XCTAssertEqual(log.lines, ["200 onSubscribe", "200 onSubscribed", "250 onDispose"])
        }
    }

    func testDoWithoutClosures() {
        XCTAssertEqual(events { _ in Driver.just(1).do() }, [.next(201, 1), .completed(201)])
    }

    func testDebugPrintsWhatAllSubscribersShare() throws {
        let lines = try standardOutput {
            virtually { scheduler in
                let driver = scheduler.driver(.next(210, 1), .completed(220)).debug("id")
                let observers = [scheduler.observe(driver), scheduler.observe(driver)]
                scheduler.start()
                for observer in observers { XCTAssertEqual(observer.events, [.next(211, 1), .completed(221)]) }
            }
        }
        XCTAssertEqual(
            lines.map { String($0.dropFirst("2024-01-31 12:34:56.789: ".count)) },
            ["id -> subscribed", "id -> Event next(1)", "id -> Event completed", "id -> isDisposed"]
        )
    }

    func testDebugNamesThePlaceOfItsCall() throws {
        var line: UInt = 0
        let lines = try standardOutput {
            virtually { scheduler in
                let (signal, here) = (Signal<Int>.empty().debug(), #line as UInt)
                line = here
                _ = scheduler.observe(signal)
                scheduler.start()
            }
        }
        XCTAssertEqual(
            lines.first.map { String($0.dropFirst("2024-01-31 12:34:56.789: ".count)) },
            "SharedSequenceUtilityTests.swift:\(line) (\(#function)) -> subscribed"
        )
    }

    func testWithUnretained() {
        func check<Result: Equatable>(
            _ expected: Result,
            line: UInt = #line,
            _ apply: (Signal<Int>, Log) -> Signal<Result>
        ) {
            virtually { scheduler in
                var object: Log? = Log()
                weak var held: Log?
                held = object
                let signal = apply(scheduler.signal(.next(210, 1), .next(230, 2)), object!)
                let observer = scheduler.observe(signal)
                scheduler.scheduleAt(220) { object = nil }
                scheduler.start()
                XCTAssertNil(held, line: line)
                XCTAssertEqual(observer.events, [.next(211, expected), .completed(231)], line: line)
            }
        }
        check("0 1") { signal, object in signal.withUnretained(object) { "\($0.lines.count) \($1)" } }
        check("0 1") { signal, object in signal.withUnretained(object).map { "\($0.lines.count) \($1)" } }
    }
}
