import Foundation
import Millrace
import MillraceFoundation
import TestSupport
import XCTest

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `rx.json(request:options:)` and `rx.json(url:)`.
final class JSONTests: XCTestCase {
    private func events(
        _ body: String,
        status: Int = 200,
        options: JSONSerialization.ReadingOptions = []
    ) -> [Event<Any>] {
        let server = StubServer(.http(status: status, body: body))
        defer { server.close() }
        return eventsUntilTheEnd(server.session.rx.json(request: URLRequest(url: server.url), options: options))
    }

    func testAnObjectAndAnArray() {
        let events = events(#"{"a": [1, 2]}"#)
        XCTAssertEqual(events.first?.element as? [String: [Int]], ["a": [1, 2]])
        XCTAssertEqual(events.count, 2)
        XCTAssertEqual(events.last?.isCompleted, true)
        XCTAssertEqual(self.events(#"["x"]"#).first?.element as? [String], ["x"])
    }

    func testTheOptionsArePassedOn() {
        XCTAssertEqual(events("12", options: .fragmentsAllowed).first?.element as? Int, 12)
        XCTAssertNotNil(events("12").first?.error)
    }

    func testWhatIsNoJSON() {
        let events = events("<html>")
        XCTAssertEqual(events.count, 1)
        guard case .deserializationError(let error)? = events.first?.error as? RxCocoaURLError else {
            return XCTFail("\(events)")
        }
        XCTAssertEqual((error as NSError).domain, NSCocoaErrorDomain)
    }

    func testAnotherStatusIsAnErrorThoughTheDataIsJSON() {
        guard case .httpRequestFailed? = events("{}", status: 404).first?.error as? RxCocoaURLError else {
            return XCTFail("no such error")
        }
    }

    func testAPlainRequestForAURL() {
        let server = StubServer(.http(status: 200, body: #"{"a": 1}"#))
        let events = eventsUntilTheEnd(server.session.rx.json(url: server.url))
        XCTAssertEqual(events.first?.element as? [String: Int], ["a": 1])
        XCTAssertEqual(events.last?.isCompleted, true)
        XCTAssertEqual(server.requests.map(\.url), [server.url])
        XCTAssertEqual(server.requests.map(\.httpMethod), ["GET"])
        server.close()
    }
}
