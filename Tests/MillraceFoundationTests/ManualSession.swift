import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A session whose only request ends when, and with what, the test says; on the thread of the test.
final class ManualSession: URLSession, @unchecked Sendable {
    typealias End = @Sendable (Data?, URLResponse?, Error?) -> Void

    private let server = StubServer(.never)

    /// Ends the request; nothing more of it is kept afterwards.
    private(set) var end: End!

    override func dataTask(with request: URLRequest, completionHandler: @escaping End) -> URLSessionDataTask {
        end = { [unowned self] data, response, error in
            completionHandler(data, response, error)
            end = nil
        }
        return server.session.dataTask(with: server.url)
    }

    deinit { server.close() }
}
