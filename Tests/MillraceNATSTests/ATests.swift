#if NATS
import XCTest
import CNATS
final class A: XCTestCase { func testA() { print(String(cString: nats_GetVersion())) } }
#endif
