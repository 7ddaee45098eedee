#if NIO
    import NIOCore
    import MillraceNIO
    import XCTest
    final class XNIOTests: XCTestCase { func testX() {} }
#endif
