import Millrace
import MillraceBlocking
import TestSupport
import XCTest

/// Waiting inside of work of the current thread's scheduler, for what that is to deliver.
final class CurrentThreadTests: XCTestCase {
    private func sources() -> [Observable<Int>] {
        let scheduler = CurrentThreadScheduler.instance
        return [
            Observable.of(1, 2),
            Observable.of(1, 2).observe(on: scheduler),
            Observable.of(1, 2).subscribe(on: scheduler),
            Observable.just(1, scheduler: scheduler).concat(Observable.just(2, scheduler: scheduler)),
            Observable.create { observer in
                scheduler.scheduleRecursive(1) { number, recurse in
                    observer.onNext(number)
                    if number < 2 { recurse(number + 1) } else { observer.onCompleted() }
                }
            },
        ]
    }

    func testInsideAnObserver() {
        for source in sources() {
            let results = Recorder<[Int]>()
            _ = Observable.of("a", "b").subscribe(onNext: { _ in
                if let elements = try? source.toBlocking(timeout: 60).toArray() { results.onNext(elements) }
            })
            XCTAssertEqual(results.elements, [[1, 2], [1, 2]])
        }
    }

    func testInsideAnAction() {
        for source in sources() {
            let elements = Box<[Int]?>(nil)
            _ = CurrentThreadScheduler.instance.schedule(()) { _ in
                elements.value = try? source.toBlocking(timeout: 60).toArray()
                return Disposables.create()
            }
            XCTAssertEqual(elements.value, [1, 2])
        }
    }

    func testWaitsNest() {
        let scheduler = CurrentThreadScheduler.instance
        var source = Observable.of(1, 2).observe(on: scheduler)
        for _ in 0..<5 {
            let inner = source
            source = Observable.of(0)
                .observe(on: scheduler)
                .flatMap { _ in Observable.from((try? inner.toBlocking(timeout: 60).toArray()) ?? []) }
                .observe(on: scheduler)
        }
        XCTAssertEqual(try source.toBlocking(timeout: 60).toArray(), [1, 2])
    }

    func testWhatWasQueuedBeforeRunsAfterwards() {
        let log = Recorder<String>()
        let scheduler = CurrentThreadScheduler.instance
        _ = scheduler.schedule(()) { _ in
            _ = scheduler.schedule(()) { _ in
                log.onNext("queued")
                return Disposables.create()
            }
            let elements = try? Observable.of(1, 2).observe(on: scheduler).toBlocking(timeout: 60).toArray()
            log.onNext("waited for \(elements ?? [])")
            XCTAssertFalse(CurrentThreadScheduler.isScheduleRequired)
            return Disposables.create()
        }
        XCTAssertEqual(log.elements, ["waited for [1, 2]", "queued"])
        XCTAssertTrue(CurrentThreadScheduler.isScheduleRequired)
    }

    func testATimeoutLeavesTheOuterWorkAsItWas() {
        let log = Recorder<String>()
        let scheduler = CurrentThreadScheduler.instance
        _ = scheduler.schedule(()) { _ in
            _ = scheduler.schedule(()) { _ in
                log.onNext("queued")
                return Disposables.create()
            }
            let result = Observable<Int>.never().observe(on: scheduler).toBlocking(timeout: 0.01).materialize()
            if case .failed(_, RxError.timeout) = result { log.onNext("timed out") }
            return Disposables.create()
        }
        XCTAssertEqual(log.elements, ["timed out", "queued"])
    }
}
