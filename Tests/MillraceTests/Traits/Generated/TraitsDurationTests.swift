import Millrace
import MillraceTest
import TestSupport
import XCTest

final class TraitsDurationTests: XCTestCase {
    func testPrimitiveSequences() {
        let scheduler = TestScheduler(initialClock: 0)
        let source = Single.just(1)
        let forms: [(String, Observable<Int>, Observable<Int>)] = [
            (
                "delay", source.delay(for: .seconds(3), scheduler: scheduler).asObservable(),
                source.delay(.seconds(3), scheduler: scheduler).asObservable()
            ),
            (
                "delaySubscription", source.delaySubscription(for: .seconds(3), scheduler: scheduler).asObservable(),
                source.delaySubscription(.seconds(3), scheduler: scheduler).asObservable()
            ),
            (
                "timeout", Maybe<Int>.never().timeout(after: .seconds(3), scheduler: scheduler).asObservable(),
                Maybe<Int>.never().timeout(.seconds(3), scheduler: scheduler).asObservable()
            ),
            (
                "timeout, other",
                Maybe<Int>.never().timeout(after: .seconds(3), other: .just(2), scheduler: scheduler).asObservable(),
                Maybe<Int>.never().timeout(.seconds(3), other: .just(2), scheduler: scheduler).asObservable()
            ),
            (
                "timer", Single<Int>.timer(after: .seconds(3), scheduler: scheduler).asObservable(),
                Single<Int>.timer(.seconds(3), scheduler: scheduler).asObservable()
            ),
        ]
        for (name, durations, intervals) in forms { assertAlike(name, durations, intervals, scheduler) }
    }

    func testInfallibles() {
        let scheduler = TestScheduler(initialClock: 0)
        let source = Infallible<Int>.of(1, 2)
        let forms: [(String, Infallible<Int>, Infallible<Int>)] = [
            (
                "debounce", source.debounce(for: .seconds(3), scheduler: scheduler),
                source.debounce(.seconds(3), scheduler: scheduler)
            ),
            (
                "throttle", source.throttle(for: .seconds(3), scheduler: scheduler),
                source.throttle(.seconds(3), scheduler: scheduler)
            ),
            (
                "take", source.take(during: .seconds(3), scheduler: scheduler),
                source.take(for: .seconds(3), scheduler: scheduler)
            ),
        ]
        for (name, durations, intervals) in forms {
            assertAlike(name, durations.asObservable(), intervals.asObservable(), scheduler)
        }
    }

    func testDrivers() {
        let scheduler = TestScheduler(initialClock: 0)
        SharingScheduler.mock(scheduler: scheduler) {
            let source = Driver.just(1)
            let forms: [(String, Driver<Int>, Driver<Int>)] = [
                ("debounce", source.debounce(for: .seconds(3)), source.debounce(.seconds(3))),
                ("throttle", source.throttle(for: .seconds(3)), source.throttle(.seconds(3))),
                ("delay", source.delay(for: .seconds(3)), source.delay(.seconds(3))),
                ("interval", Driver.interval(every: .seconds(3)), Driver.interval(.seconds(3))),
                (
                    "timer", Driver.timer(after: .seconds(3), every: .seconds(5)),
                    Driver.timer(.seconds(3), period: .seconds(5))
                ),
            ]
            for (name, durations, intervals) in forms {
                assertAlike(name, durations.asObservable(), intervals.asObservable(), scheduler)
            }
        }
    }

    private func assertAlike(
        _ name: String,
        _ one: Observable<Int>,
        _ other: Observable<Int>,
        _ scheduler: TestScheduler
    ) {
        let records = [one, other].map { source -> [String] in
            let recorder = Recorder<String>()
            let start = scheduler.clock
            let subscription = source.materialize().subscribe(onNext: {
                recorder.onNext("\(scheduler.clock - start) \($0)")
            })
            scheduler.advanceTo(start + 20)
            subscription.dispose()
            return recorder.elements
        }
        XCTAssertEqual(records[0], records[1], name)
        XCTAssertGreaterThan(records[0].count, 0, name)
    }
}
