import Foundation
import Millrace
import TestSupport
import XCTest

/// A source on one thread and the clock of an operator on another.
final class TimerRaceTests: StressTestCase {
    private let rounds = TestMode.size(60, debug: 25, sanitized: 15)
    private let count = 400

    /// What an observer heard of a source that sent 0 to `count` - 1 and completed, while the clock ran.
    private func race<Output: Sendable>(
        _ apply: (Observable<Int>, ManualScheduler) -> Observable<Output>
    ) -> (elements: [Output], ends: Int, waiting: Int) {
        let clock = ManualScheduler()
        let source = PublishSubject<Int>()
        let recorder = Recorder<Output>()
        let isOver = Counter()
        let subscription = apply(source, clock).subscribe(recorder)
        let time = TestThread {
            while isOver.value == 0 { clock.advance(by: .milliseconds(1)) }
        }
        let emitter = TestThread { [count] in
            for element in 0..<count { source.onNext(element) }
            source.onCompleted()
        }
        emitter.join()
        isOver.set(1)
        time.join()
        clock.advance(by: .seconds(1_000))
        let ends = recorder.events.filter(\.isStopEvent).count
        XCTAssertEqual(recorder.events.last?.isStopEvent, true)
        subscription.dispose()
        return (recorder.elements, ends, clock.waitingCount)
    }

    private func assertAll<Output: Sendable>(
        _ name: String,
        _ apply: @escaping (Observable<Int>, ManualScheduler) -> Observable<Output>,
        _ holds: ([Output]) -> Bool
    ) {
        for round in 0..<rounds {
            let result = race(apply)
            XCTAssertTrue(holds(result.elements), "\(name), round \(round): \(result.elements)")
            XCTAssertEqual(result.ends, 1, "\(name), round \(round)")
            XCTAssertEqual(result.waiting, 0, "\(name), round \(round)")
        }
    }

    private func isRising(_ elements: [Int]) -> Bool { zip(elements, elements.dropFirst()).allSatisfy { $0 < $1 } }

    func testNothingIsLostOrDoubled() {
        let all = Array(0..<count)
        assertAll("delay", { $0.delay(.milliseconds(3), scheduler: $1) }, { $0 == all })
        assertAll("timeout", { $0.timeout(.seconds(1_000_000), scheduler: $1) }, { $0 == all })
        assertAll(
            "buffer",
            { $0.buffer(timeSpan: .milliseconds(2), count: 7, scheduler: $1) },
            { $0.flatMap { $0 } == all && $0.allSatisfy { $0.count <= 7 } }
        )
        assertAll(
            "window",
            { $0.window(timeSpan: .milliseconds(2), count: 7, scheduler: $1).merge() },
            { $0 == all }
        )
    }

    func testWhatIsChosenKeepsItsOrder() {
        let last = count - 1
        assertAll(
            "debounce",
            { $0.debounce(.milliseconds(1), scheduler: $1) },
            { self.isRising($0) && $0.last == last }
        )
        assertAll(
            "throttle",
            { $0.throttle(.milliseconds(1), scheduler: $1) },
            { self.isRising($0) && $0.first == 0 && $0.last == last }
        )
        assertAll(
            "take(for:)",
            { $0.take(for: .milliseconds(20), scheduler: $1) },
            { $0 == Array(0..<$0.count) }
        )
        assertAll(
            "skip",
            { $0.skip(.milliseconds(20), scheduler: $1) },
            { $0 == Array((last + 1 - $0.count)..<(last + 1)) }
        )
        assertAll(
            "timeout that goes on",
            { $0.timeout(.milliseconds(1), other: Observable.of(1_000, 2_000), scheduler: $1) },
            { self.isRising($0) }
        )
    }

    func testDisposingMeanwhileStopsTheTimer() {
        for _ in 0..<rounds {
            let clock = ManualScheduler()
            let source = PublishSubject<Int>()
            let recorder = Recorder<[Int]>()
            let subscription = source.buffer(timeSpan: .milliseconds(1), count: 3, scheduler: clock)
                .subscribe(recorder)
            let time = TestThread { for _ in 0..<200 { clock.advance(by: .milliseconds(1)) } }
            let emitter = TestThread { for element in 0..<200 { source.onNext(element) } }
            subscription.dispose()
            time.join()
            emitter.join()
            XCTAssertEqual(clock.waitingCount, 0)
            XCTAssertFalse(source.hasObservers)
        }
    }
}
