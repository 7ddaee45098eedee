import Millrace
import TestSupport
import XCTest

/// A timer that fires on another thread while the source delivers.
final class TimerAndSourceTests: XCTestCase {
    func testATimerThatFiresMeanwhileWaitsForNobody() {
        let clock = ManualScheduler()
        let source = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let inCallback = Recorder<[String]>()
        _ = source.take(for: .seconds(1), scheduler: clock)
            .do(onNext: { _ in
                // The timer's thread leaves its event behind, and returns while this callback is under way.
                XCTAssertTrue(
                    TestThread { clock.advance(by: .seconds(1)) }.join(timeout: 60),
                    "the timer waits for the callback"
                )
                inCallback.on(.next(recorder.marks))
            })
            .subscribe(recorder)
        source.onNext(1)
        XCTAssertEqual(inCallback.elements, [[]])
        XCTAssertEqual(recorder.marks, ["1", "|"])
        XCTAssertFalse(source.hasObservers)
    }

    func testASourceThatEmitsWhileTheTimerDelivers() {
        let clock = ManualScheduler()
        let source = PublishSubject<Int>()
        let recorder = Recorder<[Int]>()
        let first = Counter()
        let subscription = source.buffer(timeSpan: .seconds(1), count: 2, scheduler: clock)
            .do(onNext: { _ in
                guard first.add(1) == 1 else { return }
                let thread = TestThread {
                    for element in 2...4 { source.onNext(element) }
                }
                XCTAssertTrue(thread.join(timeout: 60), "the source waits for the timer")
            })
            .subscribe(recorder)
        source.onNext(1)
        clock.advance(by: .seconds(1))
        XCTAssertEqual(recorder.elements, [[1], [2, 3]])
        clock.advance(by: .seconds(1))
        XCTAssertEqual(recorder.elements, [[1], [2, 3], [4]])
        subscription.dispose()
        XCTAssertEqual(clock.waitingCount, 0)
    }

    func testWhatWaitsKeepsTheOperatorWhenTheSourceGoesAwaySilently() {
        let clock = ManualScheduler()
        let recorder = Recorder<Int>()
        var source: PublishSubject<Int>? = PublishSubject()
        let subscription = source?.debounce(.seconds(1), scheduler: clock).subscribe(recorder)
        source?.onNext(1)
        source = nil
        clock.advance(by: .seconds(1))
        XCTAssertEqual(recorder.marks, ["1"])
        subscription?.dispose()
    }

    func testTheOperatorIsLetGoOfWhenNothingFeedsItAnyMore() {
        let clock = ManualScheduler()
        weak var captured: Token.Tally?
        var source: PublishSubject<Int>? = PublishSubject()
        do {
            let tally = Token.Tally()
            captured = tally
            _ = source?.debounce(.seconds(1), scheduler: clock).subscribe(onNext: { _ in _ = tally })
        }
        source?.onNext(1)
        source = nil
        XCTAssertNotNil(captured)
        clock.advance(by: .seconds(1))
        XCTAssertNil(captured)
    }
}
