#if Service
    import ServiceLifecycle
    import MillraceService
    import XCTest
    final class XServiceTests: XCTestCase { func testX() {} }
#endif
