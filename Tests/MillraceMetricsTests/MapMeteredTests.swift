#if Metrics
    import MetricsTestKit
    import Millrace
    import MillraceMetrics
    import MillraceTest
    import TestSupport
    import XCTest

    final class MapMeteredTests: XCTestCase {
        func testTheExampleOfTheDocumentation() async throws {
            let metrics = TestMetrics()
            let names = Observable.of(1, 2)
                .map(maxConcurrent: 1, capacity: 8, overflow: .suspend, metered: "names", factory: metrics) { id in
                    await Task.yield()  // such as a request
                    return "user \(id)"
                }
            let all = try await names.toArray().value
            XCTAssertEqual(all, ["user 1", "user 2"])
            XCTAssertEqual(try metrics.expectTimer("names.lag").values.count, 2)
            XCTAssertEqual(try QueueReading(of: "names", in: metrics).queued, 0)
        }

        func testWhatWaitsForAClosureIsQueuedAndWhatFindsNoRoomIsDropped() async throws {
            let (metrics, isReady) = (TestMetrics(), ReplaySubject<Void>.create(bufferSize: 1))
            let recorder = TestSupport.Recorder<Int>()
            let begun = Counter()
            let subject = PublishSubject<Int>()
            let subscription =
                subject
                .map(maxConcurrent: 1, capacity: 2, overflow: .dropOldest, metered: "names", factory: metrics) {
                    number in
                    begun.add()
                    _ = try await isReady.first().value
                    return number
                }
                .subscribe(recorder)
            subject.onNext(1)
            await waitForTasks { begun.value == 1 }
            for number in 2...4 { subject.onNext(number) }
            let reading = try QueueReading(of: "names", in: metrics)
            XCTAssertEqual(reading.queued, 2)
            XCTAssertEqual(reading.dropped, ["dropOldest": 1])
            isReady.onNext(())
            subject.onCompleted()
            await waitForTasks { recorder.events.count == 4 }
            XCTAssertEqual(recorder.marks, ["1", "3", "4", "|"])
            let last = try QueueReading(of: "names", in: metrics)
            XCTAssertEqual(last.queued, 0)
            XCTAssertEqual(last.lags.count, 3)
            XCTAssertEqual(last.dropped, ["dropOldest": 1])
            subscription.dispose()
        }

        func testWhatWaitsWhenAClosureThrowsIsDropped() async throws {
            let (metrics, isReady) = (TestMetrics(), ReplaySubject<Void>.create(bufferSize: 1))
            let recorder = TestSupport.Recorder<Int>()
            let begun = Counter()
            let subject = PublishSubject<Int>()
            let subscription =
                subject
                .map(maxConcurrent: 1, capacity: 4, overflow: .dropNewest, metered: "names", factory: metrics) {
                    _ -> Int in
                    begun.add()
                    _ = try await isReady.first().value
                    throw TestError()
                }
                .subscribe(recorder)
            subject.onNext(1)
            await waitForTasks { begun.value == 1 }
            for number in 2...3 { subject.onNext(number) }
            isReady.onNext(())
            await waitForTasks { !recorder.events.isEmpty }
            await waitForTasks { (try? QueueReading(of: "names", in: metrics).queued) == 0 }
            XCTAssertEqual(recorder.marks, ["x(error)"])
            XCTAssertEqual(try QueueReading(of: "names", in: metrics).dropped, ["error": 2])
            subscription.dispose()
        }
    }
#endif
