#if Metrics
    import Metrics
    import MetricsTestKit
    import Millrace
    import MillraceMetrics
    import MillraceTest
    import TestSupport
    import XCTest

    final class MeteredTests: XCTestCase {
        func testTheExampleOfTheDocumentation() throws {
            let metrics = TestMetrics()
            let orders = Observable.of("tea", "milk").metered("orders", factory: metrics)
            let subscription = orders.subscribe()
            XCTAssertEqual(try metrics.expectCounter("orders.elements").totalValue, 2)
            _ = subscription
        }

        func testElementsErrorsAndSubscriptionsAreCounted() throws {
            let metrics = TestMetrics()
            let subject = PublishSubject<Int>()
            let orders = subject.metered("orders", dimensions: [("shop", "north")], factory: metrics)
            let dimensions = [("shop", "north")]
            let elements = try metrics.expectCounter("orders.elements", dimensions)
            let errors = try metrics.expectCounter("orders.errors", dimensions)
            let subscriptions = try metrics.expectMeter("orders.subscriptions", dimensions)
            let recorder = TestSupport.Recorder<Int>()
            let first = orders.subscribe(recorder)
            let second = orders.subscribe(onError: { _ in })
            XCTAssertEqual(subscriptions.lastValue, 2)
            subject.onNext(1)
            XCTAssertEqual(elements.totalValue, 2)
            first.dispose()
            first.dispose()
            XCTAssertEqual(subscriptions.lastValue, 1)
            subject.onError(TestError())
            XCTAssertEqual(errors.totalValue, 1)
            XCTAssertEqual(subscriptions.lastValue, 0)
            XCTAssertEqual(recorder.marks, ["1"])
            second.dispose()
            XCTAssertEqual(subscriptions.values, [1, 2, 1, 0])
        }

        func testARetryIsASubscriptionOfItsOwn() throws {
            let metrics = TestMetrics()
            let source = Observable<Int>.concat(.just(1), .error(TestError()))
            let recorder = TestSupport.Recorder<Int>()
            _ = source.metered("orders", factory: metrics).retry(3).subscribe(recorder)
            XCTAssertEqual(recorder.marks, ["1", "1", "1", "x(error)"])
            XCTAssertEqual(try metrics.expectCounter("orders.errors").totalValue, 3)
            XCTAssertEqual(try metrics.expectMeter("orders.subscriptions").lastValue, 0)
            XCTAssertEqual(try metrics.expectMeter("orders.subscriptions").values.max(), 1)
        }

        func testTheMetricsAreMadeOnceForAllSubscriptions() {
            let factory = CountingFactory()
            let orders = Observable.just(1).metered("orders", factory: factory)
            XCTAssertEqual(factory.made, 3)
            for _ in 0..<10 { _ = orders.subscribe() }
            XCTAssertEqual(factory.made, 3)
        }

        func testTheContract() {
            let metrics = TestMetrics()
            OperatorContract("metered", sends: [1, 2, 3]) { source in
                source.metered("orders", factory: metrics)
            }.check()
            XCTAssertEqual(try metrics.expectMeter("orders.subscriptions").lastValue, 0)
        }
    }

    /// A backend that counts what it was asked for, and does nothing else.
    final class CountingFactory: MetricsFactory, @unchecked Sendable {
        private let lock = NSLock()
        private var count = 0

        var made: Int { lock.withLock { count } }

        private func counted<Handler>(_ handler: Handler) -> Handler {
            lock.withLock { count += 1 }
            return handler
        }

        func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
            counted(NOOPMetricsHandler.instance)
        }

        func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
            counted(NOOPMetricsHandler.instance)
        }

        func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
            counted(NOOPMetricsHandler.instance)
        }

        func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
            counted(NOOPMetricsHandler.instance)
        }

        func destroyCounter(_ handler: any CounterHandler) {}
        func destroyMeter(_ handler: any MeterHandler) {}
        func destroyRecorder(_ handler: any RecorderHandler) {}
        func destroyTimer(_ handler: any TimerHandler) {}
    }
#endif
