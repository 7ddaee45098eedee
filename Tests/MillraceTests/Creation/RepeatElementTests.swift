import Millrace
import TestSupport
import XCTest

final class RepeatElementTests: XCTestCase {
    func testItRepeatsUntilItIsDisposedInside() {
        onSmallStack {
            var count = 0
            disposingInside(Observable.repeatElement(7)) { element, subscription in
                XCTAssertEqual(element, 7)
                count += 1
                if count == 100_000 { subscription.dispose() }
            }
            XCTAssertEqual(count, 100_000)
        }
    }

    func testItGivesWayToOtherWorkOfTheThread() {
        var elements: [Int] = []
        _ = Observable<Int>.create { _ in
            let endless = SerialBox()
            endless.disposable = Observable.repeatElement(0).subscribe(onNext: { elements.append($0) })
            _ = Observable.of(1, 2).subscribe(
                onNext: { elements.append($0) },
                onCompleted: { endless.disposable?.dispose() }
            )
            return Disposables.create()
        }.subscribe(Recorder<Int>())
        XCTAssertEqual(elements, [0, 1, 0, 2, 0])
    }

    func testOnASchedulerItRepeatsUntilItIsDisposed() {
        let scheduler = ManualScheduler()
        var count = 0
        let box = SerialBox()
        box.disposable = Observable.repeatElement(7, scheduler: scheduler).subscribe(onNext: { _ in
            count += 1
            if count == 1000 { box.disposable?.dispose() }
        })
        scheduler.runDue()
        XCTAssertEqual(count, 1000)
        XCTAssertEqual(scheduler.scheduledCount, 1000)
        XCTAssertEqual(scheduler.waitingCount, 0)
    }

    func testItStopsOnASchedulerThatRunsActionsAtOnce() {
        let scheduler = SchedulerWithoutQueue(limit: 10)
        let recorder = Recorder<Int>()
        _ = Observable.repeatElement(7, scheduler: scheduler).take(2).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["7", "7", "|"])
        XCTAssertEqual(scheduler.actions, 2)
    }
}

/// Runs what it is given before `schedule` returns, but not for ever.
private final class SchedulerWithoutQueue: ImmediateSchedulerType {
    private let limit: Int
    private(set) var actions = 0

    init(limit: Int) {
        self.limit = limit
    }

    func schedule<State>(_ state: State, action: @escaping (State) -> Disposable) -> Disposable {
        actions += 1
        return actions > limit ? Disposables.create() : action(state)
    }
}
