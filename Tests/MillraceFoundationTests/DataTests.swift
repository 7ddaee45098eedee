import Foundation
import Millrace
import MillraceFoundation
import TestSupport
import XCTest

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `rx.data(request:)`.
final class DataTests: XCTestCase {
    private func events(_ answer: StubServer.Answer) -> [Event<Data>] {
        let server = StubServer(answer)
        defer { server.close() }
        return eventsUntilTheEnd(server.session.rx.data(request: URLRequest(url: server.url)))
    }

    func testTheDataOfASuccess() {
        for status in [200, 204, 299] {
            let events = events(.http(status: status, body: "body \(status)"))
            XCTAssertEqual(events.map(\.element), [Data("body \(status)".utf8), nil])
            XCTAssertEqual(events.last?.isCompleted, true)
        }
    }

    func testAnyOtherStatusIsAnErrorWithTheResponseAndItsData() {
        for status in [199, 300, 404, 503] {
            let events = events(.http(status: status, body: "not here"))
            XCTAssertEqual(events.count, 1)
            guard case .httpRequestFailed(let response, let data)? = events.first?.error as? RxCocoaURLError else {
                XCTFail("\(events)")
                continue
            }
            XCTAssertEqual(response.statusCode, status)
            XCTAssertEqual(data, Data("not here".utf8))
        }
    }

    func testErrorsOfTheRequestArePassedOn() {
        XCTAssertEqual((events(.failure(.timedOut)).first?.error as? URLError)?.code, .timedOut)
        guard case .nonHTTPResponse? = events(.plain(body: "")).first?.error as? RxCocoaURLError else {
            return XCTFail("another error")
        }
    }

    func testDisposalCancelsTheRequest() {
        let server = StubServer(.never)
        let subscription = server.session.rx.data(request: URLRequest(url: server.url)).subscribe()
        server.hasStarted.wait()
        subscription.dispose()
        XCTAssertTrue(server.hasStopped.wait(seconds: 60), "the request goes on")
        server.close()
    }
}
