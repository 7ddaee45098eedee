#if Server
    import LivefeedServer
    import Metrics
    import XCTest

    final class TextMetricsTests: XCTestCase {
        func testTheTextIsWhatPrometheusReads() {
            let metrics = TextMetrics()
            Counter(label: "b.lines", dimensions: [("reason", "x")], factory: metrics).increment(by: 2)
            Counter(label: "b.lines", dimensions: [("reason", "a \"quoted\"\n\\")], factory: metrics).increment()
            Gauge(label: "a", factory: metrics).record(1.5)
            Meter(label: "meter", factory: metrics).decrement(by: 3)
            Timer(label: "lag", factory: metrics).recordNanoseconds(40)
            XCTAssertEqual(
                metrics.text(),
                """
                # TYPE a gauge
                a 1.5
                # TYPE b_lines_total counter
                b_lines_total{reason="a \\"quoted\\"\\n\\\\"} 1
                b_lines_total{reason="x"} 2
                # TYPE lag_nanoseconds_count counter
                lag_nanoseconds_count 1
                # TYPE lag_nanoseconds_sum counter
                lag_nanoseconds_sum 40
                # TYPE meter gauge
                meter -3

                """
            )
        }

        func testTheSameNameGoesOn() {
            let metrics = TextMetrics()
            for _ in 0..<2 { Counter(label: "x", factory: metrics).increment() }
            XCTAssertEqual(metrics.total("x"), 2)
            XCTAssertEqual(metrics.total("y"), 0)
        }
    }
#endif
