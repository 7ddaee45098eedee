import Millrace
import TestSupport
import XCTest

/// A source that has ended is let go of by one thread while another goes through the sources that follow: downstream must
/// not be told that nothing will come any more, or a disposal would miss the source that feeds it by then.
final class SuccessionRaceTests: StressTestCase {
    private var racer: Racer!

    override func setUp() {
        super.setUp()
        racer = Racer()
    }

    override func tearDown() {
        racer.stop()
        racer = nil
        super.tearDown()
    }

    func testDisposalReachesTheLastSourceThoughAnEarlierOneIsReleasedMeanwhile() {
        for round in 0..<TestMode.size(40_000, debug: 8_000, sanitized: 4_000) {
            let first = Box<AnyObserver<Int>?>(nil)
            let second = Box<AnyObserver<Int>?>(nil)
            let disposed = Counter()
            let sources: [Observable<Int>] = [
                .create { observer in
                    first.value = observer
                    observer.onCompleted()
                    return Disposables.create()
                },
                .create { observer in
                    second.value = observer
                    return Disposables.create()
                },
                .empty(),
                .create { _ in Disposables.create { disposed.add() } },
            ]
            let subscription = Observable.concat(sources).subscribe()
            racer.race(delay: round % 100 - 50, { first.value = nil }, { second.value?.onCompleted() })
            subscription.dispose()
            XCTAssertEqual(disposed.value, 1, "round \(round)")
        }
    }
}
