#if Tracing
    import Tracing
    import MillraceTracing
    import XCTest
    final class XTracingTests: XCTestCase { func testX() {} }
#endif
