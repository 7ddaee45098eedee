import Millrace
import XCTest

/// Runs what was scheduled when it is told to.
private final class ManualScheduler: ImmediateSchedulerType, @unchecked Sendable {
    private var work: [() -> Void] = []

    var pending: Int { work.count }

    func schedule<StateType>(
        _ state: StateType,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        work.append { _ = action(state) }
        return Disposables.create()
    }

    func run() {
        let work = self.work
        self.work = []
        for action in work { action() }
    }
}

final class ScheduledDisposableTests: XCTestCase {
    private let log = DisposalLog()
    private let scheduler = ManualScheduler()

    func testTheSchedulerDisposes() {
        let scheduled = ScheduledDisposable(scheduler: scheduler, disposable: log.probe("a"))
        XCTAssertTrue(scheduled.scheduler as AnyObject === scheduler)
        scheduled.dispose()
        XCTAssertFalse(scheduled.isDisposed)
        XCTAssertEqual(log.entries, [])
        scheduler.run()
        XCTAssertTrue(scheduled.isDisposed)
        XCTAssertEqual(log.entries, ["a"])
    }

    func testItDisposesOnce() {
        let scheduled = ScheduledDisposable(scheduler: scheduler, disposable: log.probe("a"))
        scheduled.dispose()
        scheduled.dispose()
        scheduler.run()
        scheduled.dispose()
        scheduler.run()
        XCTAssertEqual(log.entries, ["a"])
    }

    func testTheUnderlyingIsReleasedOnceDisposed() {
        let scheduled = ScheduledDisposable(scheduler: scheduler, disposable: log.foreign("a"))
        scheduled.dispose()
        XCTAssertEqual(log.probes, 1)
        scheduler.run()
        XCTAssertEqual(log.probes, 0)
        XCTAssertTrue(scheduled.isDisposed)
    }

    func testTheWorkKeepsItAlive() {
        var scheduled: ScheduledDisposable? = ScheduledDisposable(scheduler: scheduler, disposable: log.foreign("a"))
        scheduled?.dispose()
        scheduled = nil
        XCTAssertEqual(scheduler.pending, 1)
        scheduler.run()
        XCTAssertEqual(log.entries, ["a"])
        XCTAssertEqual(log.probes, 0)
    }

    func testOneThatIsReleasedReleasesTheUnderlyingUndisposed() {
        var scheduled: ScheduledDisposable? = ScheduledDisposable(scheduler: scheduler, disposable: log.foreign("a"))
        XCTAssertEqual(log.probes, 1)
        XCTAssertFalse(scheduled!.isDisposed)
        scheduled = nil
        XCTAssertEqual(log.probes, 0)
        XCTAssertEqual(log.entries, [])
    }
}
