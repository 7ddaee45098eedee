import Foundation
import MillraceFoundation
import TestSupport
import XCTest

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

final class RxCocoaURLErrorTests: XCTestCase {
    func testTheDescriptionsSayWhatWentWrong() {
        let url = URL(string: "http://server.test")!
        let plain = URLResponse(url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
        let failed = HTTPURLResponse(url: url, statusCode: 418, httpVersion: nil, headerFields: nil)!
        func text(_ error: RxCocoaURLError) -> String { String(reflecting: error) }
        XCTAssertEqual(text(.unknown), "The request ended with neither a response nor an error.")
        XCTAssertEqual(text(.nonHTTPResponse(response: plain)), "The response did not come over HTTP: \(plain).")
        XCTAssertEqual(
            text(.httpRequestFailed(response: failed, data: nil)),
            "The server answered with status 418."
        )
        XCTAssertEqual(
            text(.deserializationError(error: TestError("no JSON"))),
            "The response could not be read: no JSON."
        )
    }
}
