import Dispatch
import Foundation
import MallocMeter
import Millrace
import MillraceTest
import TestSupport
import XCTest

/// A timer that ticks allocates nothing for a tick.
final class TimerAllocationTests: XCTestCase {
    private static let ticks = 2_000

    /// What the observer counts into; a captured variable would do, but is checked for exclusive access.
    private let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    override func setUpWithError() throws {
        count.initialize(to: 0)
        try XCTSkipUnless(malloc_meter_available(), "allocations cannot be counted here")
    }

    deinit {
        count.deallocate()
    }

    /// Fails if `advance`, which makes a timer of 1 s tick as often as it is told, allocates.
    private func checkTicks(
        of source: Observable<Int>,
        line: UInt = #line,
        advance: (_ ticks: Int) -> Void
    ) {
        let (before, count) = (count.pointee, count)
        let subscription = source.subscribe(onNext: { _ in count.pointee += 1 })
        // What is made once: metadata, room in the queue.
        advance(10)
        malloc_meter_start()
        advance(Self.ticks)
        let mallocs = malloc_meter_stop().own
        XCTAssertEqual(count.pointee - before, Self.ticks + 10, line: line)
        XCTAssertEqual(mallocs, 0, "allocations in \(Self.ticks) ticks", line: line)
        subscription.dispose()
    }

    func testTheMeterCounts() {
        malloc_meter_start()
        let objects = (0..<100).map { _ in NSObject() }
        XCTAssertGreaterThanOrEqual(malloc_meter_stop().own, 100)
        withExtendedLifetime(objects) {}
    }

    func testInVirtualTime() {
        let test = TestScheduler(initialClock: 0)
        let historical = HistoricalScheduler()
        for source in [
            Observable<Int>.interval(.seconds(1), scheduler: test),
            .timer(.seconds(1), period: .seconds(1), scheduler: test),
        ] {
            checkTicks(of: source) { test.advanceTo(test.clock + $0) }
        }
        checkTicks(of: .interval(.seconds(1), scheduler: historical)) {
            historical.advanceTo(historical.clock.addingTimeInterval(Double($0)))
        }
    }

    func testOnASchedulerWithAConverterOfOnesOwn() {
        let scheduler = VirtualTimeScheduler(initialClock: 0, converter: TenSeconds())
        checkTicks(of: .interval(.seconds(10), scheduler: scheduler)) { scheduler.advanceTo(scheduler.clock + $0) }
    }

    func testPeriodicWorkWithAStateOfSeveralWords() {
        let scheduler = TestScheduler(initialClock: 0)
        let count = count
        let work = scheduler.schedulePeriodic(
            (1, 2.0, UInt8(3)),
            startAfter: .seconds(1),
            period: .seconds(1)
        ) { state in
            count.pointee += 1
            return (state.0 + 1, state.1, state.2)
        }
        scheduler.advanceTo(10)
        malloc_meter_start()
        scheduler.advanceTo(2_010)
        XCTAssertEqual(malloc_meter_stop().own, 0)
        XCTAssertEqual(count.pointee, 2_010)
        work.dispose()
    }

    /// Allocations of all threads in 200 ticks of a timer that calls `tick` each time.
    private func mallocs(_ start: (_ tick: @escaping @Sendable () -> Void) -> Disposable) -> Int64 {
        let ticks = Counter()
        let (warm, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let timer = start {
            let tick = ticks.add()
            if tick == 20 { warm.signal() }
            if tick == 220 { done.signal() }
        }
        warm.waitPatiently()
        malloc_meter_start()
        done.waitPatiently()
        let mallocs = malloc_meter_stop().all
        timer.dispose()
        return mallocs
    }

    private func mallocs(ofInterval scheduler: SchedulerType) -> Int64 {
        mallocs { tick in
            Observable<Int>.interval(.microseconds(500), scheduler: scheduler).subscribe(onNext: { _ in tick() })
        }
    }

    func testOnASerialQueue() {
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "TimerAllocationTests")
        // Other threads may do something meanwhile.
        let fewest = (0..<3).map { _ in mallocs(ofInterval: scheduler) }.min()!
        XCTAssertLessThan(fewest, 20)
    }

    /// Dispatch itself allocates when a timer fires on a concurrent queue: we allocate nothing on top.
    func testOnAConcurrentQueue() {
        let queue = DispatchQueue(label: "TimerAllocationTests", attributes: .concurrent)
        let bare = mallocs { tick in
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.setEventHandler(handler: tick)
            timer.schedule(deadline: .now(), repeating: .microseconds(500), leeway: .nanoseconds(0))
            timer.resume()
            return Disposables.create { timer.cancel() }
        }
        let scheduler = ConcurrentDispatchQueueScheduler(queue: queue)
        let ours = (0..<3).map { _ in mallocs(ofInterval: scheduler) }.min()!
        XCTAssertLessThan(ours, bare + 40)
    }
}
