import Dispatch
import Millrace
import TestSupport
import XCTest

final class StopwatchTests: XCTestCase {
    private typealias Transform = (Observable<Int>, SchedulerType) -> Observable<String>

    /// The operators on time. Those that measure a span read the stopwatch, the others only set timers.
    private let operators: [(name: String, transform: Transform)] = [
        ("throttle", { $0.throttle(.milliseconds(250), scheduler: $1).map { "\($0)" } }),
        ("throttle latest", { $0.throttle(.milliseconds(150), latest: false, scheduler: $1).map { "\($0)" } }),
        ("delay", { $0.delay(.milliseconds(250), scheduler: $1).map { "\($0)" } }),
        ("debounce", { $0.debounce(.milliseconds(150), scheduler: $1).map { "\($0)" } }),
        ("timeout", { $0.timeout(.milliseconds(150), scheduler: $1).map { "\($0)" } }),
        ("buffer", { $0.buffer(timeSpan: .milliseconds(150), count: 9, scheduler: $1).map { "\($0)" } }),
        (
            "window",
            { source, scheduler in
                source.window(timeSpan: .milliseconds(150), count: 9, scheduler: scheduler)
                    .flatMap { $0.toArray() }.map { "\($0)" }
            }
        ),
        ("take", { $0.take(for: .milliseconds(150), scheduler: $1).map { "\($0)" } }),
        ("skip", { $0.skip(.milliseconds(150), scheduler: $1).map { "\($0)" } }),
        ("sample", { $0.sample(Observable<Int>.interval(.milliseconds(150), scheduler: $1)).map { "\($0)" } }),
        ("delaySubscription", { $0.delaySubscription(.milliseconds(150), scheduler: $1).map { "\($0)" } }),
        (
            "replay",
            { source, scheduler in
                let replay = ReplaySubject<Int>.create(
                    bufferSize: 9,
                    window: .milliseconds(350),
                    scheduler: scheduler
                )
                _ = source.subscribe(replay)
                return source.flatMap { at in
                    var kept: [Int] = []
                    replay.subscribe(onNext: { kept.append($0) }).dispose()
                    return Observable.just("\(at) \(kept)")
                }
            }
        ),
    ]

    func testOperatorsDoNotNoticeThatTheTimeIsSet() {
        for (name, transform) in operators {
            let usual = eventsOfSteppingTime(SteppingSchedulerWithStopwatch(), step: 0, transform)
            XCTAssertGreaterThan(usual.count, 1, name)
            for step in [-3_600.0, 3_600] {
                let events = eventsOfSteppingTime(SteppingSchedulerWithStopwatch(), step: step, transform)
                XCTAssertEqual(events, usual, "\(name), \(step) s")
            }
        }
    }

    func testOperatorsCountOnWhenAUsersSchedulerGoesBack() {
        let expected = [
            "throttle": ["0: 1", "250: 3", "500: 4", "500: |"],
            "throttle latest": ["0: 1", "500: 4", "500: |"],
            // The 100 ms up to the 3, the first reading after the step, do not count.
            "delay": ["250: 1", "450: 2", "450: 3", "750: 4", "750: |"],
            "replay": ["0: 1 [1]", "100: 2 [1, 2]", "200: 3 [1, 2, 3]", "500: 4 [2, 3, 4]", "500: |"],
        ]
        for (name, transform) in operators {
            guard let expected = expected[name] else { continue }
            let events = eventsOfSteppingTime(SteppingScheduler(), step: -3_600, restores: false, transform)
            XCTAssertEqual(events, expected, name)
        }
    }

    func testAnElementThatWaitsForACallbackIsDatedByTheStopwatch() {
        for offset in [-3_600.0, 3_600] {
            let scheduler = SteppingSchedulerWithStopwatch()
            scheduler.offset = offset
            let source = PublishSubject<Int>()
            var log: [String] = []
            let subscription = source.delay(.milliseconds(250), scheduler: scheduler).subscribe(onNext: { element in
                let time = (scheduler.manual.now.timeIntervalSince1970 * 1_000).rounded()
                log.append("\(Int(time)): \(element)")
                if element == 1 { source.onNext(2) }
            })
            source.onNext(1)
            scheduler.manual.advance(by: .seconds(1))
            XCTAssertEqual(log, ["250: 1", "500: 2"], "\(offset) s")
            subscription.dispose()
        }
    }

    func testTheStopwatchesOfDispatchsSchedulersGoByTheClockOfItsTimers() {
        let schedulers: [SchedulerType] = [
            SerialDispatchQueueScheduler(qos: .default), ConcurrentDispatchQueueScheduler(qos: .default),
            MainScheduler.instance, MainScheduler.asyncInstance, ConcurrentMainScheduler.instance,
        ]
        func uptime() -> Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
        for scheduler in schedulers {
            let before = uptime()
            let reading = scheduler.stopwatch.reading.timeIntervalSinceReferenceDate
            XCTAssertGreaterThanOrEqual(reading, before, "\(scheduler)")
            XCTAssertLessThanOrEqual(reading, uptime(), "\(scheduler)")
        }
    }

    func testTheStopwatchOfVirtualTimeShowsVirtualTime() {
        let scheduler = HistoricalScheduler()
        XCTAssertEqual(scheduler.stopwatch.reading, Date(timeIntervalSince1970: 0))
        scheduler.advanceTo(Date(timeIntervalSince1970: 5))
        XCTAssertEqual(scheduler.stopwatch.reading, Date(timeIntervalSince1970: 5))
    }

    func testTheStopwatchOfAUsersSchedulerNeverGoesBack() {
        let scheduler = SteppingScheduler()
        let stopwatch = scheduler.stopwatch
        let start = stopwatch.reading
        func passed() -> Double { stopwatch.reading.timeIntervalSince(start) }
        scheduler.offset = -100
        XCTAssertEqual(passed(), 0)
        scheduler.offset = -98
        XCTAssertEqual(passed(), 2)
        scheduler.offset = -200
        XCTAssertEqual(passed(), 2)
        scheduler.offset = -199
        XCTAssertEqual(passed(), 3)
    }

    func testAReadingThatAnotherThreadHasOvertakenIsNoStepBack() {
        // `now` is asked for 5, then another reading takes 8 before the first reading is brought.
        let scheduler = OvertakenScheduler()
        let stopwatch = scheduler.stopwatch
        let start = stopwatch.reading
        scheduler.inside = { _ = stopwatch.reading }
        XCTAssertEqual(stopwatch.reading.timeIntervalSince(start), 8)
        XCTAssertEqual(stopwatch.reading.timeIntervalSince(start), 9)
    }
}

/// Its `now` is 0, then 5, during which `inside` is called, then 8, then 9.
private final class OvertakenScheduler: SchedulerType, @unchecked Sendable {
    var inside: (() -> Void)?
    private let manual = ManualScheduler()
    private var times = [0.0, 5, 8, 9].makeIterator()

    var now: RxTime {
        let time = RxTime(timeIntervalSince1970: times.next() ?? 9)
        let inside = self.inside
        self.inside = nil
        inside?()
        return time
    }

    func schedule<StateType>(
        _ state: StateType,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        manual.schedule(state, action: action)
    }

    func scheduleRelative<StateType>(
        _ state: StateType,
        dueTime: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        manual.scheduleRelative(state, dueTime: dueTime, action: action)
    }
}
