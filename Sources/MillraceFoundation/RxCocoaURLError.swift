import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An error of a request other than those of its transport, which are passed on as they are.
public enum RxCocoaURLError: Swift.Error {
    /// The session reported neither a response with data nor an error.
    case unknown

    /// The response did not come over HTTP.
    case nonHTTPResponse(response: URLResponse)

    /// The response has a status other than 200 to 299; `data` is what it carried.
    case httpRequestFailed(response: HTTPURLResponse, data: Data?)

    /// The data could not be read in the expected format; `error` is the reader's error.
    case deserializationError(error: Swift.Error)
}

extension RxCocoaURLError: CustomDebugStringConvertible {
    /// What went wrong, in one sentence.
    public var debugDescription: String {
        switch self {
        case .unknown:
            "The request ended with neither a response nor an error."
        case .nonHTTPResponse(let response):
            "The response did not come over HTTP: \(response)."
        case .httpRequestFailed(let response, _):
            "The server answered with status \(response.statusCode)."
        case .deserializationError(let error):
            "The response could not be read: \(error)."
        }
    }
}
