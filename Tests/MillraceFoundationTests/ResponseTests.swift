import Foundation
import Millrace
import MillraceFoundation
import TestSupport
import XCTest

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `rx.response(request:)`.
final class ResponseTests: XCTestCase {
    private typealias Response = (response: HTTPURLResponse, data: Data)

    private let request = URLRequest(url: URL(string: "http://server.test")!)

    private func response(_ status: Int) -> HTTPURLResponse {
        HTTPURLResponse(url: request.url!, statusCode: status, httpVersion: nil, headerFields: nil)!
    }

    func testAnyStatusIsEmittedWithItsData() {
        for status in [200, 304, 404, 500] {
            let server = StubServer(.http(status: status, body: "body"))
            let events = eventsUntilTheEnd(server.session.rx.response(request: URLRequest(url: server.url)))
            XCTAssertEqual(events.count, 2)
            XCTAssertEqual(events.first?.element?.response.statusCode, status)
            XCTAssertEqual(events.first?.element?.response.url, server.url)
            XCTAssertEqual(events.first?.element?.data, Data("body".utf8))
            XCTAssertEqual(events.last?.isCompleted, true)
            server.close()
        }
    }

    func testTheSessionsErrorIsPassedOn() {
        let server = StubServer(.failure(.networkConnectionLost))
        let events = eventsUntilTheEnd(server.session.rx.response(request: URLRequest(url: server.url)))
        XCTAssertEqual(events.count, 1)
        XCTAssertEqual((events.first?.error as? URLError)?.code, .networkConnectionLost)
        server.close()
    }

    func testAResponseThatDidNotComeOverHTTP() {
        let server = StubServer(.plain(body: "body"))
        let events = eventsUntilTheEnd(server.session.rx.response(request: URLRequest(url: server.url)))
        XCTAssertEqual(events.count, 1)
        guard case .nonHTTPResponse(let response)? = events.first?.error as? RxCocoaURLError else {
            return XCTFail("\(events)")
        }
        XCTAssertEqual(response.url, server.url)
        server.close()
    }

    func testWhatIsNotAWholeAnswer() {
        let data = Data("body".utf8)
        let ends: [(Data?, URLResponse?, Error?, String)] = [
            (nil, nil, nil, "unknown"),
            (nil, response(200), nil, "unknown"),
            (data, nil, nil, "unknown"),
            (nil, response(200), TestError("cut"), "cut"),
            (data, nil, TestError("cut"), "cut"),
        ]
        for (data, response, error, expected) in ends {
            let session = ManualSession(configuration: .ephemeral)
            let recorder = Recorder<Response>()
            let subscription = session.rx.response(request: request).subscribe(recorder)
            session.end(data, response, error)
            XCTAssertEqual(recorder.events.count, 1)
            switch recorder.events.first?.error {
            case RxCocoaURLError.unknown?: XCTAssertEqual(expected, "unknown")
            case let error?: XCTAssertEqual("\(error)", expected)
            case nil: XCTFail("no error")
            }
            subscription.dispose()
        }
    }

    func testAWholeAnswerCountsMoreThanAnError() {
        let session = ManualSession(configuration: .ephemeral)
        let recorder = Recorder<Response>()
        let subscription = session.rx.response(request: request).subscribe(recorder)
        session.end(Data(), response(200), TestError())
        XCTAssertEqual(recorder.elements.map(\.response.statusCode), [200])
        XCTAssertEqual(recorder.events.last?.isCompleted, true)
        subscription.dispose()
    }

    func testEachSubscriptionSendsItsOwnRequestAndNothingElseDoes() {
        let server = StubServer(.http(status: 200, body: ""))
        var request = URLRequest(url: server.url)
        request.httpMethod = "PUT"
        request.setValue("1", forHTTPHeaderField: "X-Count")
        let source = server.session.rx.response(request: request)
        server.settle()
        XCTAssertEqual(server.requests.count, 0)
        for count in 1...3 {
            XCTAssertEqual(eventsUntilTheEnd(source).count, 2)
            XCTAssertEqual(server.requests.count, count)
        }
        for sent in server.requests {
            XCTAssertEqual(sent.url, server.url)
            XCTAssertEqual(sent.httpMethod, "PUT")
            XCTAssertEqual(sent.value(forHTTPHeaderField: "X-Count"), "1")
        }
        server.close()
    }

    func testDisposalCancelsTheRequest() {
        let server = StubServer(.never)
        let recorder = Recorder<Response>()
        let subscription = server.session.rx.response(request: URLRequest(url: server.url)).subscribe(recorder)
        server.hasStarted.wait()
        subscription.dispose()
        XCTAssertTrue(server.hasStopped.wait(seconds: 60), "the request goes on")
        server.settle()
        XCTAssertEqual(recorder.events.count, 0)
        server.close()
    }

    func testNothingIsEmittedAfterDisposal() {
        let session = ManualSession(configuration: .ephemeral)
        let recorder = Recorder<Response>()
        let subscription = session.rx.response(request: request).subscribe(recorder)
        subscription.dispose()
        session.end(Data(), response(200), nil)
        XCTAssertEqual(recorder.events.count, 0)
    }

    func testWhatAnObserverCapturesIsReleasedByDisposal() {
        let session = ManualSession(configuration: .ephemeral)
        XCTAssertFalse(
            isHeld { probe in
                session.rx.response(request: request).subscribe { _ in probe.touch() }.dispose()
            }
        )
        // Not because the request has ended.
        XCTAssertNotNil(session.end)
    }

    func testWhatAnObserverCapturesIsReleasedByTheEnd() {
        let session = ManualSession(configuration: .ephemeral)
        var subscription: Disposable?
        XCTAssertFalse(
            isHeld { probe in
                subscription = session.rx.response(request: request).subscribe { _ in probe.touch() }
                session.end(Data(), response(200), nil)
            }
        )
        subscription?.dispose()
    }
}
