#if Metrics
    import MetricsTestKit
    import Millrace
    import MillraceMetrics
    import MillraceTest
    import TestSupport
    import XCTest

    final class ValuesMeteredTests: XCTestCase {
        func testTheExampleOfTheDocumentation() async throws {
            let (metrics, prices) = (TestMetrics(), PublishSubject<Int>())
            let latest = prices.values(capacity: 2, overflow: .dropOldest, metered: "prices", factory: metrics)
            for price in [5, 7, 6] { prices.onNext(price) }
            prices.onCompleted()
            var printed: [String] = []
            for try await price in latest { printed.append("\(price)") }
            printed.append("dropped: \(metrics.counterTotal(label: "prices.dropped"))")
            XCTAssertEqual(printed, ["7", "6", "dropped: 1"])
            XCTAssertEqual(try QueueReading(of: "prices", in: metrics).queued, 0)
        }

        func testAnElementWaitsUntilTheIterationHasReturnedIt() async throws {
            let (metrics, prices, scheduler) = (TestMetrics(), PublishSubject<Int>(), TestScheduler(initialClock: 0))
            let values = prices.values(
                capacity: 8,
                overflow: .buffer,
                metered: "prices",
                factory: metrics,
                clock: scheduler.testClock
            )
            var iterator = values.makeAsyncIterator()
            prices.onNext(5)
            prices.onNext(7)
            XCTAssertEqual(try QueueReading(of: "prices", in: metrics), QueueReading(queued: 2))
            scheduler.advanceTo(4)
            let first = try await iterator.next()
            XCTAssertEqual(first, 5)
            XCTAssertEqual(try QueueReading(of: "prices", in: metrics), QueueReading(queued: 1, lags: [4]))
        }

        func testWhatWaitsWhenTheIterationIsGivenUpIsDropped() async throws {
            let (metrics, prices) = (TestMetrics(), PublishSubject<Int>())
            func takeOne() async throws -> Int? {
                let values = prices.values(capacity: 8, overflow: .buffer, metered: "prices", factory: metrics)
                for price in [5, 7, 6] { prices.onNext(price) }
                for try await price in values { return price }
                return nil
            }
            let first = try await takeOne()
            XCTAssertEqual(first, 5)
            XCTAssertFalse(prices.hasObservers)
            XCTAssertEqual(try QueueReading(of: "prices", in: metrics).queued, 0)
            XCTAssertEqual(try QueueReading(of: "prices", in: metrics).dropped, ["disposed": 2])
        }

        func testACancelledTaskDropsWhatWaits() async throws {
            let (metrics, prices) = (TestMetrics(), PublishSubject<Int>())
            let values = prices.values(capacity: 8, overflow: .buffer, metered: "prices", factory: metrics)
            for price in [5, 7] { prices.onNext(price) }
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                for try await _ in values {}
            }
            let result = await task.result
            XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
            XCTAssertEqual(try QueueReading(of: "prices", in: metrics).queued, 0)
            XCTAssertEqual(try QueueReading(of: "prices", in: metrics).dropped, ["disposed": 2])
        }

        func testWhatFindsNoRoomAndEndsTheIterationIsDroppedWithTheReasonError() async throws {
            let (metrics, prices) = (TestMetrics(), PublishSubject<Int>())
            let values = prices.values(capacity: 1, overflow: .error, metered: "prices", factory: metrics)
            for price in [5, 7, 6] { prices.onNext(price) }
            var received: [Int] = []
            do {
                for try await price in values { received.append(price) }
                XCTFail("no error was thrown")
            } catch {
                XCTAssertTrue(error is OverflowError)
            }
            XCTAssertEqual(received, [5])
            XCTAssertEqual(try QueueReading(of: "prices", in: metrics).queued, 0)
            XCTAssertEqual(try QueueReading(of: "prices", in: metrics).dropped, ["error": 1])
        }

        func testTheSourceIsHeldBackThroughIt() async throws {
            let metrics = TestMetrics()
            let values = Observable.range(start: 1, count: 100)
                .values(capacity: 4, overflow: .suspend, metered: "numbers", factory: metrics)
            var received: [Int] = []
            for try await number in values { received.append(number) }
            XCTAssertEqual(received, Array(1...100))
            XCTAssertLessThanOrEqual(try metrics.expectMeter("numbers.queued").values.max() ?? 0, 5)
            XCTAssertEqual(try QueueReading(of: "numbers", in: metrics).queued, 0)
        }
    }
#endif
