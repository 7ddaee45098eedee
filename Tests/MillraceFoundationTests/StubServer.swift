import Foundation
import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server inside of the process, with a session whose requests it gets.
final class StubServer: @unchecked Sendable {
    enum Answer {
        case http(status: Int, body: String)
        /// A response that is none of HTTP's.
        case plain(body: String)
        case failure(URLError.Code)
        /// None, until the request is cancelled.
        case never
    }

    private static let lock = NSLock()
    private static var servers: [String: StubServer] = [:]
    private static var count = 0

    private let lock = NSLock()
    private let host: String
    private var answer: Answer
    private var received: [URLRequest] = []

    /// The first request has come.
    let hasStarted = Moment()
    /// A request has been stopped.
    let hasStopped = Moment()
    private(set) var session: URLSession! = nil

    init(_ answer: Answer) {
        self.answer = answer
        host = Self.lock.withLock {
            Self.count += 1
            return "server-\(Self.count).test"
        }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [StubProtocol.self]
        session = URLSession(configuration: configuration)
        Self.lock.withLock { Self.servers[host] = self }
    }

    /// Lets go of the session once it has nothing more to do.
    func close() {
        session.finishTasksAndInvalidate()
        Self.lock.withLock { _ = Self.servers.removeValue(forKey: host) }
    }

    var url: URL { URL(string: "http://\(host)/path")! }

    /// The requests so far.
    var requests: [URLRequest] { lock.withLock { received } }

    /// Waits until the session has delivered all that it was about to.
    func settle() {
        let isSettled = Moment()
        // Asked of the session's own queue, from where what it has decided goes to the delegate queue.
        session.getAllTasks { _ in isSettled.set() }
        isSettled.wait()
        waitUntil { session.delegateQueue.operationCount == 0 }
    }

    fileprivate static func server(of request: URLRequest) -> StubServer? {
        lock.withLock { servers[request.url?.host ?? ""] }
    }

    fileprivate func receive(_ request: URLRequest) -> Answer {
        defer { hasStarted.set() }
        return lock.withLock {
            received.append(request)
            return answer
        }
    }
}

private final class StubProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { StubServer.server(of: request) != nil }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let url = request.url, let server = StubServer.server(of: request) else { return }
        switch server.receive(request) {
        case .http(let status, let body):
            finish(HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: nil)!, body)
        case .plain(let body):
            finish(URLResponse(url: url, mimeType: nil, expectedContentLength: body.count, textEncodingName: nil), body)
        case .failure(let code):
            client?.urlProtocol(self, didFailWithError: URLError(code))
        case .never:
            break
        }
    }

    override func stopLoading() {
        StubServer.server(of: request)?.hasStopped.set()
    }

    private func finish(_ response: URLResponse, _ body: String) {
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data(body.utf8))
        client?.urlProtocolDidFinishLoading(self)
    }
}
