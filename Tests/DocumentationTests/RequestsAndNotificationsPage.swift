import Foundation
import Millrace
import MillraceFoundation
import MillraceTest
import XCTest

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Answers by the path: `/names` has some, and there is nothing else.
private final class Names: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        let status = request.url!.path == "/names" ? 200 : 404
        let response = HTTPURLResponse(url: request.url!, statusCode: status, httpVersion: nil, headerFields: nil)!
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data(#"["Ada", "Grace"]"#.utf8))
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}

extension Notification.Name {
    static let configurationChanged = Notification.Name("configurationChanged")
}

/// The code of RequestsAndNotifications.md.
final class RequestsAndNotificationsPage: XCTestCase {
    private final class Lines: @unchecked Sendable {
        var all: [String] = []
    }

    func testRequests() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [Names.self]
        let session = URLSession(configuration: configuration)
        let scheduler = TestScheduler(initialClock: 0)

        @Sendable
        func names(at url: URL) -> Observable<[String]> {
            session.rx.data(request: URLRequest(url: url))
                .timeout(.seconds(10), scheduler: scheduler)
                .decode(type: [String].self, decoder: JSONDecoder())
                .catch { error in
                    if case RxCocoaURLError.httpRequestFailed(let response, _) = error, response.statusCode == 404 {
                        return .just([])
                    }
                    return .error(error)
                }
        }

        for (path, expected) in [("names", ["Ada", "Grace"]), ("others", [])] {
            let received = try await names(at: URL(string: "http://server.test/\(path)")!).asSingle().value
            XCTAssertEqual(received, expected)
        }
        session.finishTasksAndInvalidate()
    }

    func testTheLog() throws {
        let original = URLSession.rx.shouldLogRequest
        URLSession.rx.shouldLogRequest = { $0.url?.host == "staging.example.com" }
        let filter = URLSession.rx.shouldLogRequest
        URLSession.rx.shouldLogRequest = original
        XCTAssertTrue(filter(URLRequest(url: URL(string: "https://staging.example.com/a")!)))
        XCTAssertFalse(filter(URLRequest(url: URL(string: "https://example.com/a")!)))
    }

    func testNotifications() {
        let center = NotificationCenter()
        let lines = Lines()
        let bag = DisposeBag()
        @Sendable func show(_ line: String) { lines.all.append(line) }

        center.rx.notification(.configurationChanged)
            .compactMap { $0.userInfo?["level"] as? Int }
            .distinctUntilChanged()
            .subscribe(onNext: { show("level \($0)") })
            .disposed(by: bag)

        for level in [1, 1, 2] {
            center.post(name: .configurationChanged, object: nil, userInfo: ["level": level])
        }
        XCTAssertEqual(lines.all, ["level 1", "level 2"])
    }
}
