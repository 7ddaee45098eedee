#if DEBUG || TRACE_RESOURCES
    import Foundation
    import Millrace
    import TestSupport
    import XCTest

    final class ResourcesTests: XCTestCase {
        /// Waits until the threads that earlier tests have left behind let go of nothing any more.
        override func setUp() {
            super.setUp()
            let limit = Date() + 60
            var total = Resources.total
            var since = Date()
            while Date() < min(since + 0.1, limit) {
                sched_yield()
                if Resources.total != total {
                    total = Resources.total
                    since = Date()
                }
            }
        }

        func testObservablesSubscriptionsDisposablesAndBagsCount() {
            let left = objectsLeft {
                var objects: [AnyObject] = []
                func adds(_ more: Int32, line: UInt = #line, _ make: () -> AnyObject) {
                    let before = Resources.total
                    objects.append(make())
                    XCTAssertEqual(Resources.total - before, more, line: line)
                }
                adds(1) { Observable<Int>.just(1) }
                adds(1) { PublishSubject<Int>() }
                adds(1) { SerialDisposable() }
                adds(1) { DisposeBag() }
                adds(2) { Observable<Int>.just(1).map { $0 + 1 } }
                let subject = objects[1] as! PublishSubject<Int>
                let before = Resources.total
                let subscription = subject.filter { $0 > 1 }.subscribe()
                XCTAssertGreaterThanOrEqual(Resources.total - before, 2)
                subscription.dispose()
            }
            XCTAssertEqual(left, 0)
        }

        func testAnObjectThatIsKeptIsFound() {
            var kept: [Disposable] = []
            XCTAssertGreaterThan(objectsLeft(patience: 0) { kept.append(Observable<Int>.never().subscribe()) }, 0)
            XCTAssertEqual(kept.count, 3)
        }

        func testWhatTheUserCountsIsPartOfTheTotal() {
            let before = Resources.total
            XCTAssertEqual(Resources.incrementTotal(), before)
            XCTAssertEqual(Resources.total, before + 1)
            XCTAssertEqual(Resources.decrementTotal(), before + 1)
            XCTAssertEqual(Resources.total, before)
        }

        func testNothingIsLeftOfAStreamHoweverItEnds() {
            for end in [Event<Int>.completed, .error(TestError()), nil] {
                let left = objectsLeft {
                    let subject = PublishSubject<Int>()
                    let other = BehaviorSubject(value: 0)
                    let shared = subject.scan(0, accumulator: { $0 + $1 }).share(replay: 1)
                    let most = Box(Int32(0))
                    let subscription = Observable.combineLatest(shared, other) { $0 + $1 }
                        .flatMapLatest { Observable.of($0, $0 + 1).concat(Observable.just(0)) }
                        .subscribe(onNext: { _ in most.value = Resources.total }, onError: { _ in })
                    subject.onNext(1)
                    XCTAssertGreaterThan(most.value, 0)
                    if let end { subject.on(end) }
                    if let end { other.on(end) }
                    if end == nil { subscription.dispose() }
                }
                XCTAssertEqual(left, 0, "\(String(describing: end))")
            }
        }

        func testNothingIsLeftOfAnEndThatOtherThreadsBring() {
            let queue = SerialDispatchQueueScheduler(qos: .default)
            let left = objectsLeft {
                let done = DispatchSemaphore(value: 0)
                _ = Observable.range(start: 0, count: 1_000)
                    .subscribe(on: queue)
                    .observe(on: ConcurrentDispatchQueueScheduler(qos: .default))
                    .flatMap { Observable.just($0).delay(.microseconds(10), scheduler: queue) }
                    .subscribe(onDisposed: { done.signal() })
                done.waitPatiently()
            }
            XCTAssertEqual(left, 0)
        }

        func testThreadsLoseNoObject() {
            let left = objectsLeft {
                concurrently(
                    stackSize: 1 << 20,
                    (0..<4).map { _ in
                        {
                            for _ in 0..<500 { Observable.of(1, 2, 3).map { $0 * 2 }.subscribe().dispose() }
                        }
                    }
                )
            }
            XCTAssertEqual(left, 0)
        }

        func testObserveOnSerialDispatchQueuesIsCounted() {
            let before = Resources.numberOfSerialDispatchQueueObservables
            func counted(on scheduler: ImmediateSchedulerType) -> Int32 {
                let observable = Observable<Int>.never().observe(on: scheduler)
                let bounded = Observable<Int>.never().observe(on: scheduler, capacity: 1, overflow: .dropOldest)
                return withExtendedLifetime((observable, bounded)) {
                    Resources.numberOfSerialDispatchQueueObservables - before
                }
            }
            XCTAssertEqual(counted(on: SerialDispatchQueueScheduler(qos: .default)), 2)
            XCTAssertEqual(counted(on: MainScheduler.instance), 2)
            XCTAssertEqual(counted(on: ConcurrentDispatchQueueScheduler(qos: .default)), 0)
            XCTAssertEqual(counted(on: CurrentThreadScheduler.instance), 0)
            XCTAssertEqual(Resources.numberOfSerialDispatchQueueObservables, before)
        }
    }
#endif
