#if Metrics
    import Metrics
    import MillraceMetrics
    import XCTest
    final class XMetricsTests: XCTestCase { func testX() {} }
#endif
