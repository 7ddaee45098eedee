import Foundation
import Millrace

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Reactive where Base: URLSession {
    /// Sends `request` for each subscription, and emits the response with its data, whatever its status.
    ///
    /// - **Emits** one pair, once all data is there.
    /// - **Completes** right after the pair.
    /// - **Fails** with the session's error, with ``RxCocoaURLError/unknown`` if there is neither an error nor a
    ///   response with data, or with ``RxCocoaURLError/nonHTTPResponse(response:)``.
    /// - **Disposal** cancels the request.
    /// - **Thread**: emits on the session's delegate queue.
    /// - **Complexity**: one task of the session for each subscription.
    ///
    /// - Parameter request: what to send.
    public func response(request: URLRequest) -> Observable<(response: HTTPURLResponse, data: Data)> {
        let session: URLSession = base
        return .create { observer in
            let recipient = Recipient(observer)
            let log = RequestLog(request)
            let task = session.dataTask(with: request) { data, response, error in
                log.ended(response, error)
                guard let observer = recipient.take() else { return }
                guard let response, let data else {
                    return observer.onError(error ?? RxCocoaURLError.unknown)
                }
                guard let response = response as? HTTPURLResponse else {
                    return observer.onError(RxCocoaURLError.nonHTTPResponse(response: response))
                }
                observer.onNext((response, data))
                observer.onCompleted()
            }
            task.resume()
            return Disposables.create {
                if recipient.take() != nil { task.cancel() }
            }
        }
    }

    /// Sends `request` for each subscription, and emits the data of a response whose status is 200 to 299.
    ///
    /// - **Emits** the data, once all of it is there.
    /// - **Completes** right after the data.
    /// - **Fails** with ``RxCocoaURLError/httpRequestFailed(response:data:)`` for any other status, and as
    ///   ``response(request:)`` does.
    /// - **Disposal** cancels the request.
    /// - **Thread**: emits on the session's delegate queue.
    /// - **Complexity**: one task of the session for each subscription.
    ///
    /// - Parameter request: what to send.
    public func data(request: URLRequest) -> Observable<Data> {
        response(request: request).map { response, data in
            guard 200..<300 ~= response.statusCode else {
                throw RxCocoaURLError.httpRequestFailed(response: response, data: data)
            }
            return data
        }
    }

    /// Sends `request` for each subscription, and emits the JSON that the response holds.
    ///
    /// - **Emits** what `JSONSerialization` makes of the data: dictionaries, arrays, strings, numbers.
    /// - **Completes** right after the JSON.
    /// - **Fails** with ``RxCocoaURLError/deserializationError(error:)`` if the data is no JSON, and as
    ///   ``data(request:)`` does.
    /// - **Disposal** cancels the request.
    /// - **Thread**: reads the data and emits on the session's delegate queue.
    /// - **Complexity**: one task of the session for each subscription; O(n) for n bytes of data.
    ///
    /// - Parameters:
    ///   - request: what to send.
    ///   - options: how to read the data.
    public func json(request: URLRequest, options: JSONSerialization.ReadingOptions = []) -> Observable<Any> {
        data(request: request).map { data in
            do {
                return try JSONSerialization.jsonObject(with: data, options: options)
            } catch {
                throw RxCocoaURLError.deserializationError(error: error)
            }
        }
    }

    /// Gets `url` for each subscription, and emits the JSON that the response holds.
    ///
    /// As ``json(request:options:)`` with a plain request for `url`.
    public func json(url: URL) -> Observable<Any> {
        json(request: URLRequest(url: url))
    }
}

/// The observer of a request. The end of the request or the disposal takes it, whichever comes first. So the observer
/// is released with the subscription, while the session may keep a cancelled request for a while.
private final class Recipient<Element>: @unchecked Sendable {
    private let lock = NSLock()
    private var observer: AnyObserver<Element>?

    init(_ observer: AnyObserver<Element>) {
        self.observer = observer
    }

    /// The observer, once.
    func take() -> AnyObserver<Element>? {
        lock.withLock {
            defer { observer = nil }
            return observer
        }
    }
}
