#if Metrics
    import Metrics
    import MetricsTestKit
    import Millrace
    import MillraceMetrics
    import MillraceTest
    import TestSupport
    import XCTest

    /// What a queue's metrics say by now.
    struct QueueReading: Equatable {
        var queued: Double
        /// Seconds.
        var lags: [Double]
        var dropped: [String: Int64]

        init(queued: Double, lags: [Double] = [], dropped: [String: Int64] = [:]) {
            self.queued = queued
            self.lags = lags
            self.dropped = dropped
        }

        init(of name: String, in metrics: TestMetrics) throws {
            queued = try metrics.expectMeter("\(name).queued").lastValue ?? 0
            lags = try metrics.expectTimer("\(name).lag").values.map { Double($0) / 1e9 }
            dropped = [:]
            for counter in metrics.counters(label: "\(name).dropped") where counter.totalValue > 0 {
                let reason = counter.dimensions.first { $0.0 == "reason" }?.1
                dropped[reason ?? "none"] = counter.totalValue
            }
        }
    }

    final class ObserveOnMeteredTests: XCTestCase {
        private let metrics = TestMetrics()
        private let scheduler = TestScheduler(initialClock: 0)
        private let subject = PublishSubject<Int>()
        private let recorder = TestSupport.Recorder<Int>()

        private func subscribe(capacity: Int = 2, _ overflow: OverflowStrategy) -> any Disposable {
            subject
                .observe(
                    on: scheduler,
                    capacity: capacity,
                    overflow: overflow,
                    metered: "orders",
                    factory: metrics,
                    clock: scheduler.testClock
                )
                .subscribe(recorder)
        }

        private func send(_ elements: Int...) {
            for element in elements { subject.onNext(element) }
        }

        private func expect(_ reading: QueueReading, line: UInt = #line) {
            XCTAssertEqual(try QueueReading(of: "orders", in: metrics), reading, line: line)
        }

        func testTheExampleOfTheDocumentation() throws {
            var printed: [String] = []
            let subscription = Observable.of(1, 2, 3, 4)
                .observe(on: scheduler, capacity: 2, overflow: .dropOldest, metered: "orders", factory: metrics)
                .subscribe(onNext: { printed.append("\($0)") })
            printed.append("waiting: \(try metrics.expectMeter("orders.queued").lastValue ?? 0)")
            scheduler.start()
            printed.append("dropped: \(metrics.counterTotal(label: "orders.dropped"))")
            XCTAssertEqual(printed, ["waiting: 2.0", "3", "4", "dropped: 2"])
            _ = subscription
        }

        func testWhatTheStrategyDropsIsCounted() {
            for (overflow, reason, delivered) in [
                (OverflowStrategy.dropOldest, "dropOldest", ["2", "3", "|"]),
                (.dropNewest, "dropNewest", ["1", "2", "|"]),
            ] {
                let (metrics, scheduler, subject) = (TestMetrics(), ManualScheduler(), PublishSubject<Int>())
                let recorder = TestSupport.Recorder<Int>()
                let subscription =
                    subject
                    .observe(
                        on: scheduler,
                        capacity: 2,
                        overflow: overflow,
                        metered: "orders",
                        factory: metrics,
                        clock: self.scheduler.testClock
                    )
                    .subscribe(recorder)
                for element in 1...3 { subject.onNext(element) }
                subject.onCompleted()
                XCTAssertEqual(
                    try QueueReading(of: "orders", in: metrics),
                    QueueReading(queued: 2, dropped: [reason: 1])
                )
                scheduler.runDue()
                XCTAssertEqual(recorder.marks, delivered)
                subscription.dispose()
                XCTAssertEqual(
                    try QueueReading(of: "orders", in: metrics),
                    QueueReading(queued: 0, lags: [0, 0], dropped: [reason: 1])
                )
            }
        }

        func testTheLagIsTheTimeFromTheEmissionToTheDelivery() {
            let manual = ManualScheduler()
            let clock = scheduler.testClock
            let subscription =
                subject
                .observe(
                    on: manual,
                    capacity: 8,
                    overflow: .buffer,
                    metered: "orders",
                    factory: metrics,
                    clock: clock
                )
                .subscribe(recorder)
            send(1)
            scheduler.advanceTo(3)
            send(2)
            scheduler.advanceTo(5)
            manual.runDue()
            XCTAssertEqual(recorder.marks, ["1", "2"])
            expect(QueueReading(queued: 0, lags: [5, 2]))
            subscription.dispose()
        }

        func testWhatTheDisposalLeavesIsDroppedAndNotQueued() {
            let subscription = subscribe(capacity: 8, .buffer)
            send(1, 2, 3)
            expect(QueueReading(queued: 3))
            subscription.dispose()
            expect(QueueReading(queued: 0, dropped: ["disposed": 3]))
            scheduler.start()
            send(4)
            expect(QueueReading(queued: 0, dropped: ["disposed": 3]))
            XCTAssertEqual(recorder.marks, [])
        }

        func testWhatFindsNoRoomAndFailsTheStreamIsDroppedWithTheReasonError() {
            let subscription = subscribe(.error)
            send(1, 2, 3, 4)
            scheduler.start()
            XCTAssertEqual(recorder.elements, [1, 2])
            XCTAssertTrue(recorder.events.last?.error is OverflowError)
            XCTAssertEqual(try QueueReading(of: "orders", in: metrics).queued, 0)
            XCTAssertEqual(try QueueReading(of: "orders", in: metrics).dropped, ["error": 1])
            subscription.dispose()
        }

        func testAnErrorOfTheSourceComesAfterWhatWaits() {
            let subscription = subscribe(.dropOldest)
            send(1, 2)
            subject.onError(TestError())
            scheduler.start()
            XCTAssertEqual(recorder.marks, ["1", "2", "x(error)"])
            XCTAssertEqual(try QueueReading(of: "orders", in: metrics).dropped, [:])
            subscription.dispose()
        }

        func testSubscriptionsShareTheMetricsAndCountTheirOwn() {
            let orders = subject.observe(
                on: scheduler,
                capacity: 8,
                overflow: .buffer,
                metered: "orders",
                factory: metrics
            )
            let (first, second) = (orders.subscribe(), orders.subscribe())
            send(1, 2)
            expect(QueueReading(queued: 4))
            first.dispose()
            expect(QueueReading(queued: 2, dropped: ["disposed": 2]))
            second.dispose()
            expect(QueueReading(queued: 0, dropped: ["disposed": 4]))
        }

        func testTheSourceIsHeldBackThroughIt() {
            let received = TestSupport.Recorder<Int>()
            let subscription = Observable.range(start: 1, count: 100)
                .do(onNext: { received.on(.next($0)) })
                .observe(on: scheduler, capacity: 4, overflow: .suspend, metered: "orders", factory: metrics)
                .subscribe(recorder)
            XCTAssertEqual(received.elements.count, 4)
            XCTAssertEqual(try metrics.expectMeter("orders.queued").lastValue, 4)
            scheduler.start()
            XCTAssertEqual(recorder.elements, Array(1...100))
            // The element that is being delivered has made room for the source before it is counted off.
            XCTAssertLessThanOrEqual(try metrics.expectMeter("orders.queued").values.max() ?? 0, 5)
            XCTAssertEqual(try metrics.expectMeter("orders.queued").lastValue, 0)
            XCTAssertEqual(metrics.counterTotal(label: "orders.dropped"), 0)
            subscription.dispose()
        }

        func testEveryElementIsDeliveredOrDroppedUnderLoad() throws {
            for round in 0..<40 {
                let metrics = TestMetrics()
                let queue = SerialDispatchQueueScheduler(qos: .userInitiated)
                let subject = PublishSubject<Int>()
                let subscription = subject.metered("orders", factory: metrics)
                    .observe(
                        on: queue,
                        capacity: 4,
                        overflow: round % 2 == 0 ? .dropOldest : .dropNewest,
                        metered: "orders",
                        factory: metrics
                    )
                    .subscribe()
                let passedBefore = TestSupport.Recorder<Int>()
                concurrently(
                    { for i in 0..<500 { subject.onNext(i) } },
                    {
                        dawdle(round * 20)
                        passedBefore.on(.next(Int(metrics.counterTotal(label: "orders.elements"))))
                        subscription.dispose()
                    }
                )
                let end = expectation(description: "the queue has done its work")
                _ = queue.schedule(()) { _ in
                    end.fulfill()
                    return Disposables.create()
                }
                wait(for: [end], timeout: Patience.limit)
                let reading = try QueueReading(of: "orders", in: metrics)
                XCTAssertEqual(reading.queued, 0)
                XCTAssertGreaterThanOrEqual(try metrics.expectMeter("orders.queued").values.min() ?? 0, 0)
                let passed = try metrics.expectCounter("orders.elements").totalValue
                let counted = Int64(reading.lags.count) + reading.dropped.values.reduce(0, +)
                // One element may have been on its way into the queue when the disposal began, and others may have come
                // during the disposal: these are counted only if they came into the queue.
                let least = Int64(passedBefore.elements[0]) - 1
                XCTAssertTrue((least...passed).contains(counted), "\(least) to \(passed) elements, \(counted) counted")
                XCTAssertEqual(try metrics.expectMeter("orders.subscriptions").lastValue, 0)
            }
        }

        func testTheContract() {
            let metrics = TestMetrics()
            OperatorContract(
                "observe(on:metered:)",
                sends: [1, 2, 3],
                advancing: 1,
                excusing: [.endDuringSubscription: "nothing comes while the clock stands still"]
            ) { source, scheduler in
                source.observe(on: scheduler, capacity: 64, overflow: .dropOldest, metered: "orders", factory: metrics)
            }.check()
            XCTAssertEqual(try metrics.expectMeter("orders.queued").lastValue, 0)
        }

        func testNothingIsLeft() {
            let left = objectsLeft {
                let metrics = TestMetrics()
                let scheduler = TestScheduler(initialClock: 0)
                for disposes in [true, false] {
                    let subject = PublishSubject<Int>()
                    let subscription =
                        subject
                        .observe(on: scheduler, capacity: 2, overflow: .error, metered: "orders", factory: metrics)
                        .subscribe(onError: { _ in })
                    for i in 0..<4 { subject.onNext(i) }
                    if disposes { subscription.dispose() }
                    scheduler.start()
                }
            }
            XCTAssertEqual(left, 0)
        }
    }
#endif
