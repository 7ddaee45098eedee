#if Logging
    import Logging
    import MillraceLogging
    import XCTest
    final class XLoggingTests: XCTestCase { func testX() {} }
#endif
