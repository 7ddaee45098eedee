import Millrace
import MillraceTest
import TestSupport
import XCTest

/// The forms that take a `Duration`, beside those that take an `RxTimeInterval`.
final class ObservableDurationTests: XCTestCase {
    private typealias Form = (_ source: Observable<Int>, _ scheduler: SchedulerType) -> Observable<String>

    /// Each operator with both.
    private let forms: [(name: String, durations: Form, intervals: Form)] = [
        (
            "debounce", { text($0.debounce(for: .seconds(2), scheduler: $1)) },
            { text($0.debounce(.seconds(2), scheduler: $1)) }
        ),
        (
            "throttle", { text($0.throttle(for: .seconds(3), scheduler: $1)) },
            { text($0.throttle(.seconds(3), scheduler: $1)) }
        ),
        (
            "throttle, the first", { text($0.throttle(for: .seconds(3), latest: false, scheduler: $1)) },
            { text($0.throttle(.seconds(3), latest: false, scheduler: $1)) }
        ),
        (
            "delay", { text($0.delay(for: .milliseconds(5_000), scheduler: $1)) },
            { text($0.delay(.seconds(5), scheduler: $1)) }
        ),
        (
            "delaySubscription", { text($0.delaySubscription(for: .seconds(4), scheduler: $1)) },
            { text($0.delaySubscription(.seconds(4), scheduler: $1)) }
        ),
        (
            "timeout", { text($0.timeout(after: .seconds(4), scheduler: $1)) },
            { text($0.timeout(.seconds(4), scheduler: $1)) }
        ),
        (
            "timeout, other", { text($0.timeout(after: .seconds(4), other: Observable.just(9), scheduler: $1)) },
            { text($0.timeout(.seconds(4), other: Observable.just(9), scheduler: $1)) }
        ),
        (
            "take", { text($0.take(during: .seconds(7), scheduler: $1)) },
            { text($0.take(for: .seconds(7), scheduler: $1)) }
        ),
        ("skip", { text($0.skip(during: .seconds(7), scheduler: $1)) }, { text($0.skip(.seconds(7), scheduler: $1)) }),
        (
            "buffer", { text($0.buffer(for: .seconds(3), count: 2, scheduler: $1)) },
            { text($0.buffer(timeSpan: .seconds(3), count: 2, scheduler: $1)) }
        ),
        (
            "window",
            { source, scheduler in
                text(
                    source.window(for: .seconds(3), count: 2, scheduler: scheduler).enumerated().flatMap {
                        index,
                        window in window.map { [index, $0] }
                    }
                )
            },
            { source, scheduler in
                text(
                    source.window(timeSpan: .seconds(3), count: 2, scheduler: scheduler).enumerated().flatMap {
                        index,
                        window in window.map { [index, $0] }
                    }
                )
            }
        ),
        (
            "interval",
            { text(Observable<Int>.interval(every: .seconds(2), scheduler: $1).take(until: $0.takeLast(1))) },
            { text(Observable<Int>.interval(.seconds(2), scheduler: $1).take(until: $0.takeLast(1))) }
        ),
        (
            "timer", { text(Observable<Int>.timer(after: .seconds(3), scheduler: $1)) },
            { text(Observable<Int>.timer(.seconds(3), scheduler: $1)) }
        ),
        (
            "timer, periodic",
            { text(Observable<Int>.timer(after: .seconds(3), every: .seconds(2), scheduler: $1).take(5)) },
            { text(Observable<Int>.timer(.seconds(3), period: .seconds(2), scheduler: $1).take(5)) }
        ),
        (
            "refCount", { text($0.publish().refCount(gracePeriod: Duration.seconds(3), scheduler: $1)) },
            { text($0.publish().refCount(gracePeriod: .seconds(3), scheduler: $1)) }
        ),
    ]

    private static func text<Element>(_ source: Observable<Element>) -> Observable<String> {
        source.map { "\($0)" }
    }

    func testTheFormsAgreeInVirtualTime() {
        for (name, durations, intervals) in forms {
            let results = [durations, intervals].map { form in
                let scheduler = TestScheduler(initialClock: 0)
                let source = scheduler.createHotObservable(self.events)
                return scheduler.start { form(source.asObservable(), scheduler) }.events
            }
            XCTAssertEqual(results[0], results[1], name)
            XCTAssertGreaterThan(results[0].count, 0, name)
        }
    }

    private let events: [Recorded<Event<Int>>] = [
        .next(201, 1), .next(202, 2), .next(204, 3), .next(208, 4), .next(211, 5), .next(212, 6), .next(218, 7),
        .completed(219),
    ]

    /// The same on a scheduler over a Swift clock that the test moves on: the same events at the same times.
    func testTheFormsAreExactOnAClock() async throws {
        for (name, durations, intervals) in forms {
            let inVirtualTime = TestScheduler(initialClock: 0)
            let source = inVirtualTime.createHotObservable(events)
            let expected = inVirtualTime.start { intervals(source.asObservable(), inVirtualTime) }.events

            let time = TestScheduler(initialClock: 200)
            let scheduler = ClockScheduler(time.testClock)
            let recorder = Recorder<String>()
            let subject = PublishSubject<Int>()
            // Everything takes place on the scheduler, as it does in virtual time, where the source is scheduled first.
            let subscription = SerialDisposable()
            await onScheduler(scheduler) {
                for event in self.events {
                    _ = scheduler.scheduleRelative(event.value, dueTime: .seconds(event.time - 200)) { event in
                        subject.on(event)
                        return Disposables.create()
                    }
                }
                subscription.disposable = durations(subject, scheduler).materialize()
                    .subscribe(onNext: { recorder.onNext("\(time.clock) \($0)") })
            }
            for tick in 201...260 {
                time.advanceTo(tick)
                await settle(scheduler)
            }
            subscription.dispose()
            XCTAssertEqual(recorder.elements, expected.map { "\($0.time) \($0.value)" }, name)
        }
    }

    private func onScheduler(_ scheduler: ClockScheduler, _ body: @escaping () -> Void) async {
        await withCheckedContinuation { continuation in
            _ = scheduler.schedule(()) { _ in
                body()
                continuation.resume()
                return Disposables.create()
            }
        }
    }

    /// What is due by now has run: an action that is due at once comes after it.
    private func settle(_ scheduler: ClockScheduler) async {
        for _ in 0..<3 {
            await withCheckedContinuation { continuation in
                _ = scheduler.scheduleRelative((), dueTime: .seconds(0)) { _ in
                    continuation.resume()
                    return Disposables.create()
                }
            }
        }
    }

    func testAReplaySubject() {
        let scheduler = TestScheduler(initialClock: 0)
        let subject = ReplaySubject<Int>.create(window: Duration.seconds(5), scheduler: scheduler)
        scheduler.scheduleAt(1) { subject.onNext(1) }
        scheduler.scheduleAt(4) { subject.onNext(2) }
        let recorder = Recorder<Int>()
        scheduler.scheduleAt(8) { _ = subject.subscribe(recorder) }
        scheduler.start()
        XCTAssertEqual(recorder.elements, [2])
    }

    func testFractionsOfASecond() {
        let scheduler = TestScheduler(initialClock: 0, resolution: 0.1)
        let result = scheduler.start {
            Observable<Int>.timer(after: .seconds(0.5), every: .seconds(0.1), scheduler: scheduler).take(2)
        }
        XCTAssertEqual(result.events, [.next(205, 0), .next(206, 1), .completed(206)])
    }

    func testADurationThatDoesNotFitNeverEnds() {
        let scheduler = TestScheduler(initialClock: 0)
        let result = scheduler.start(disposed: 1_000_000) {
            Observable<Int>.timer(after: .seconds(Int64.max), scheduler: scheduler)
        }
        XCTAssertEqual(result.events, [])
    }
}
