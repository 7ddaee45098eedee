import Dispatch
import Foundation
import Millrace

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Reactive where Base == URLSession {
    /// Which requests of ``response(request:)``, and of the functions that are built on it, are written to standard
    /// output when they end. By default none. Each is written as a `curl` command that repeats it, with its status or
    /// error and how long it took.
    ///
    /// The closure is called when a request starts, so that its duration can be measured, and when it ends, on the
    /// thread where that happens. The property may be read and set from any thread; a closure that is being called
    /// while it is replaced finishes.
    ///
    /// The command has all headers and the body, passwords and tokens among them.
    @preconcurrency
    public static var shouldLogRequest: @Sendable (URLRequest) -> Bool {
        get { RequestLog.filter }
        set { RequestLog.filter = newValue }
    }
}

/// Reports one request.
struct RequestLog: Sendable {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var guardedFilter: @Sendable (URLRequest) -> Bool = { _ in false }

    fileprivate static var filter: @Sendable (URLRequest) -> Bool {
        get { lock.withLock { guardedFilter } }
        set {
            // What the previous closure captured is released outside of the lock.
            let former = lock.withLock {
                defer { guardedFilter = newValue }
                return guardedFilter
            }
            withExtendedLifetime(former) {}
        }
    }

    private let request: URLRequest
    /// When the request started, in nanoseconds of the system's uptime; `nil` if the request was not to be logged then.
    private let start: UInt64?

    /// For a request that starts now.
    init(_ request: URLRequest) {
        self.request = request
        start = Self.filter(request) ? DispatchTime.now().uptimeNanoseconds : nil
    }

    /// Writes the request and how it ended, if the request is to be logged.
    func ended(_ response: URLResponse?, _ error: Swift.Error?) {
        guard Self.filter(request) else { return }
        let now = DispatchTime.now().uptimeNanoseconds
        let milliseconds = (now - (start ?? now)) / 1_000_000
        // In one call, so that the lines of several threads stay together.
        print("\(curlCommand(request))\n\(Self.outcome(response, error)) (\(milliseconds) ms)")
    }

    private static func outcome(_ response: URLResponse?, _ error: Swift.Error?) -> String {
        if let response = response as? HTTPURLResponse {
            return "\(200..<300 ~= response.statusCode ? "Success" : "Failure"): status \(response.statusCode)"
        }
        guard let error else { return "Failure: no response over HTTP" }
        return (error as? URLError)?.code == .cancelled ? "Cancelled" : "Failure: \(error)"
    }
}
