#if Service
    import Logging
    import Millrace
    import MillraceService
    import MillraceTest
    import ServiceLifecycle
    import ServiceLifecycleTestKit
    import TestSupport
    import XCTest

    final class PipelineServiceTests: XCTestCase {
        func testTheExample() async throws {
            let printed = Box<[String]>([])
            let orders = Observable.of("tea", "milk")
            let service = PipelineService(orders, capacity: 64, drainWithin: .seconds(10)) { order in
                printed.value.append("ships \(order)")
            }
            try await service.run()
            XCTAssertEqual(printed.value, ["ships tea", "ships milk"])
        }

        /// Runs the service until `body` has returned and the service has ended.
        private func run(
            _ service: some Service,
            _ body: @escaping @Sendable (GracefulShutdownTestTrigger, Task<Void, any Error>) async throws -> Void
        ) async throws {
            try await testGracefulShutdown { trigger in
                let task = Task { try await service.run() }
                try await body(trigger, task)
                _ = await task.result
            }
        }

        func testAShutdownStopsTheSourceAndDrainsWhatWaits() async throws {
            let scheduler = TestScheduler(initialClock: 0)
            let source = PublishSubject<Int>()
            let handled = Box<[Int]>([])
            let reports = Box<[PipelineReport]>([])
            let began = Counter()
            let permits = AsyncStream.makeStream(of: Void.self)
            let service = PipelineService(
                source,
                capacity: 8,
                overflow: .dropNewest,
                drainWithin: .seconds(10),
                clock: scheduler.testClock,
                onEnd: { reports.value.append($0) }
            ) { number in
                began.add()
                for await _ in permits.stream { break }
                handled.value.append(number)
            }
            try await run(service) { trigger, task in
                await waitForTasks { source.hasObservers }
                for number in 1...12 { source.onNext(number) }
                await waitForTasks { began.value == 1 }
                trigger.triggerGracefulShutdown()
                await waitForTasks { !source.hasObservers }
                source.onNext(99)
                for _ in 0..<12 { permits.continuation.yield() }
                try await task.value
            }
            XCTAssertEqual(Array(handled.value.prefix(8)), Array(1...8))
            let count = handled.value.count
            XCTAssertEqual(
                reports.value.map(\.description),
                ["handled \(count), unhandled 0, interrupted 0, overflowed \(12 - count)"]
            )
        }

        func testTheDeadlineCancelsAndSaysWhatIsLost() async throws {
            let scheduler = TestScheduler(initialClock: 0)
            let clock = scheduler.testClock
            let source = PublishSubject<Int>()
            let reports = Box<[PipelineReport]>([])
            let began = Counter()
            let service = PipelineService(
                source,
                capacity: 100,
                overflow: .dropNewest,
                drainWithin: .seconds(10),
                clock: clock,
                onEnd: { reports.value.append($0) }
            ) { number in
                began.add()
                if number == 3 { try await Task.sleep(for: .seconds(3_600)) }
            }
            try await run(service) { trigger, task in
                await waitForTasks { source.hasObservers }
                for number in 1...20 { source.onNext(number) }
                await waitForTasks { began.value == 3 }
                trigger.triggerGracefulShutdown()
                try await clock.sleepers(atLeast: 1)
                XCTAssertFalse(source.hasObservers)
                XCTAssertEqual(reports.value.count, 0)
                scheduler.advanceTo(10)
                do {
                    try await task.value
                    XCTFail("does not throw")
                } catch let error as DrainTimeoutError {
                    XCTAssertEqual(error.limit, .seconds(10))
                    XCTAssertEqual(
                        error.report.description,
                        "handled 2, unhandled 17, interrupted 1, overflowed 0"
                    )
                    XCTAssertEqual([error.report], reports.value)
                }
            }
        }

        func testALastElementThatIsHandledAfterTheDeadlineIsNotLost() async throws {
            let scheduler = TestScheduler(initialClock: 0)
            let clock = scheduler.testClock
            let source = PublishSubject<Int>()
            let began = Counter()
            let service = PipelineService(
                source,
                capacity: 4,
                overflow: .dropNewest,
                drainWithin: .seconds(1),
                clock: clock
            ) { _ in
                began.add()
                // Ignores the cancellation.
                try? await Task.sleep(for: .seconds(3_600))
            }
            try await run(service) { trigger, task in
                await waitForTasks { source.hasObservers }
                source.onNext(1)
                await waitForTasks { began.value == 1 }
                trigger.triggerGracefulShutdown()
                try await clock.sleepers(atLeast: 1)
                scheduler.advanceTo(1)
                try await task.value
            }
        }

        func testErrorsEndTheService() async throws {
            let reports = Box<[String]>([])
            let failing = PipelineService(
                Observable.of(1, 2, 3),
                capacity: 2,
                drainWithin: .zero,
                onEnd: { reports.value.append($0.description) }
            ) { number in
                if number == 2 { throw TestError("handler") }
            }
            let broken = PipelineService(
                Observable.of(1).concat(Observable.error(TestError("source"))),
                capacity: 2,
                drainWithin: .zero,
                onEnd: { reports.value.append($0.description) }
            ) { _ in }
            for (name, service) in [("handler", failing), ("source", broken)] {
                do {
                    try await service.run()
                    XCTFail("does not throw")
                } catch {
                    XCTAssertEqual(error as? TestError, TestError(name))
                }
            }
            XCTAssertEqual(
                reports.value,
                [
                    "handled 1, unhandled 1, interrupted 1, overflowed 0",
                    "handled 1, unhandled 0, interrupted 0, overflowed 0",
                ]
            )
        }

        func testACancellationEndsTheService() async throws {
            let source = PublishSubject<Int>()
            let reports = Box<[String]>([])
            let began = Counter()
            let service = PipelineService(
                source,
                capacity: 8,
                overflow: .dropNewest,
                drainWithin: .seconds(10),
                onEnd: { reports.value.append($0.description) }
            ) { _ in
                began.add()
                try await Task.sleep(for: .seconds(3_600))
            }
            let task = Task { try await service.run() }
            await waitForTasks { source.hasObservers }
            for number in 1...4 { source.onNext(number) }
            await waitForTasks { began.value == 1 }
            task.cancel()
            do {
                try await task.value
                XCTFail("does not throw")
            } catch {
                XCTAssertTrue(error is CancellationError)
            }
            XCTAssertFalse(source.hasObservers)
            XCTAssertEqual(reports.value, ["handled 0, unhandled 3, interrupted 1, overflowed 0"])
        }

        /// In a service group, under load: nothing is lost, and no subscription is left.
        func testAGroupUnderLoadLosesNothing() async throws {
            for _ in 0..<TestMode.size(30, sanitized: 10) {
                let sent = Counter()
                let handled = Counter()
                let disposed = Counter()
                let reports = Box<[PipelineReport]>([])
                let source = Observable<Int>.generate(initialState: 0, condition: { _ in true }, iterate: { $0 + 1 })
                    .do(onNext: { _ in sent.add() }, onDispose: { disposed.add() })
                    .subscribe(on: ConcurrentDispatchQueueScheduler(qos: .default))
                    .observe(on: ClockScheduler(), capacity: 16, overflow: .suspend)
                let service = PipelineService(
                    source,
                    capacity: 64,
                    drainWithin: .seconds(60),
                    onEnd: { reports.value.append($0) }
                ) { _ in handled.add() }
                let group = ServiceGroup(
                    configuration: .init(
                        services: [.init(service: service)],
                        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                    )
                )
                let task = Task { try await group.run() }
                await waitForTasks { handled.value > 1_000 }
                await group.triggerGracefulShutdown()
                try await task.value
                XCTAssertEqual(reports.value.count, 1)
                XCTAssertEqual(reports.value.first?.handled, Int(handled.value))
                XCTAssertEqual(reports.value.first?.unhandled, 0)
                await waitForTasks { disposed.value == 1 }
            }
        }
    }
#endif
