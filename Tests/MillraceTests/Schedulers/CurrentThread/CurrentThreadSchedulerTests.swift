import Millrace
import TestSupport
import XCTest

final class CurrentThreadSchedulerTests: XCTestCase {
    private let scheduler = CurrentThreadScheduler.instance

    func testWorkRunsAtOnceAndWorkScheduledInsideWaitsForItsEnd() {
        var order: [String] = []
        XCTAssertTrue(CurrentThreadScheduler.isScheduleRequired)
        _ = scheduler.schedule("outer") { state in
            XCTAssertFalse(CurrentThreadScheduler.isScheduleRequired)
            order.append("\(state) begins")
            for inner in ["first", "second"] {
                _ = self.scheduler.schedule(inner) { state in
                    order.append(state)
                    _ = self.scheduler.schedule("below \(state)") { state in
                        order.append(state)
                        return Disposables.create()
                    }
                    return Disposables.create()
                }
            }
            order.append("\(state) ends")
            return Disposables.create()
        }
        XCTAssertEqual(
            order,
            ["outer begins", "outer ends", "first", "second", "below first", "below second"]
        )
        XCTAssertTrue(CurrentThreadScheduler.isScheduleRequired)
    }

    func testWorkThatIsDisposedBeforeItsTurnDoesNotRunAndIsReleased() {
        var runs = 0
        _ = scheduler.schedule(()) { _ in
            XCTAssertFalse(
                isHeld { probe in
                    self.scheduler.schedule(()) { _ in
                        probe.touch()
                        runs += 1
                        return Disposables.create()
                    }.dispose()
                }
            )
            return Disposables.create()
        }
        XCTAssertEqual(runs, 0)
    }

    func testTheReturnedDisposableDisposesWhatTheActionReturned() {
        var disposed = 0
        let atOnce = scheduler.schedule(()) { _ in Disposables.create { disposed += 1 } }
        atOnce.dispose()
        XCTAssertEqual(disposed, 1)

        var queued: Disposable?
        _ = scheduler.schedule(()) { _ in
            queued = self.scheduler.schedule(()) { _ in Disposables.create { disposed += 1 } }
            return Disposables.create()
        }
        XCTAssertEqual(disposed, 1)
        queued?.dispose()
        XCTAssertEqual(disposed, 2)
    }

    func testDisposingInsideTheActionDisposesWhatItReturns() {
        var disposed = 0
        _ = scheduler.schedule(()) { _ in
            var queued: Disposable?
            queued = self.scheduler.schedule(()) { _ in
                queued?.dispose()
                return Disposables.create { disposed += 1 }
            }
            return Disposables.create()
        }
        XCTAssertEqual(disposed, 1)
    }

    func testAnActionThatHasRunIsReleasedThoughItsDisposableIsKept() {
        var kept: Disposable?
        _ = scheduler.schedule(()) { _ in
            XCTAssertTrue(
                isHeld { probe in
                    kept = self.scheduler.schedule(probe) { probe in
                        probe.touch()
                        return Disposables.create()
                    }
                }
            )
            return Disposables.create()
        }
        XCTAssertFalse(
            isHeld { probe in
                _ = scheduler.schedule(()) { _ in
                    kept = self.scheduler.schedule(probe) { probe in
                        probe.touch()
                        return Disposables.create()
                    }
                    return Disposables.create()
                }
            }
        )
        kept?.dispose()
    }
}
