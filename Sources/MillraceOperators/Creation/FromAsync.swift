// For functions with 1 to 10 arguments: Generated/.

import Millrace

extension ObservableType {
    /// Turns a function that answers through a callback into an observable; a function that takes arguments before the
    /// callback into a function of these arguments that returns an observable.
    ///
    /// ```
    /// callback(a)   -------a
    /// fromAsync(_:) -------a|
    /// ```
    ///
    /// - **Emits** the first answer. Later calls of the callback are ignored.
    /// - **Completes** right after the answer; never if the callback is not called.
    /// - **Fails** never.
    /// - **Disposal** drops the answer; the function is not told.
    /// - **Thread**: calls `asyncRequest` on the thread that subscribes, once for each subscription; emits on the thread
    ///   that calls the callback.
    /// - **Complexity**: O(1); a few allocations for each subscription.
    ///
    /// ```swift
    /// func load(user id: Int, in city: String, completion: @escaping (String) -> Void) {
    ///     completion("user \(id) of \(city)")
    /// }
    /// let user = Observable.fromAsync(load(user:in:completion:))
    /// let subscription = user(7, "Oslo").subscribe(onNext: { print($0) })
    /// // user 7 of Oslo
    /// ```
    ///
    /// - Parameter asyncRequest: the function; its only argument is the callback.
    public static func fromAsync(
        _ asyncRequest: @escaping (@escaping @Sendable (Element) -> Void) -> Void
    ) -> Observable<Element> {
        // A `Single` takes one answer, even if several threads give one at once.
        Single.create { observer in
            nonisolated(unsafe) let observer = observer
            asyncRequest { observer(.success($0)) }
            return Disposables.create()
        }
        .asObservable()
    }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Turns a function that answers with an element or an error, through a callback, into a `Single`.
    ///
    /// - **Emits** the element of the first answer.
    /// - **Fails** with the error of the first answer; with `FromAsyncError.inconsistentCompletionResult` if the answer
    ///   has neither an element nor an error, or both.
    /// - **Disposal**, **Thread** and **Complexity**: as `ObservableType.fromAsync(_:)`.
    ///
    /// ```swift
    /// func load(completion: @escaping (String?, RxError?) -> Void) { completion(nil, .timeout) }
    /// let subscription = Single<String>.fromAsync(load)
    ///     .subscribe(onSuccess: { print($0) }, onFailure: { print("failed: \($0)") })
    /// // failed: Sequence timeout.
    /// ```
    ///
    /// - Parameter asyncRequest: the function; its only argument is the callback.
    public static func fromAsync<Failure: Swift.Error>(
        _ asyncRequest: @escaping (@escaping @Sendable (Element?, Failure?) -> Void) -> Void
    ) -> Single<Element> {
        Single.create { observer in
            nonisolated(unsafe) let observer = observer
            asyncRequest { element, error in
                switch (element, error) {
                case (let element?, nil): observer(.success(element))
                case (nil, let error?): observer(.failure(error))
                default: observer(.failure(FromAsyncError.inconsistentCompletionResult))
                }
            }
            return Disposables.create()
        }
    }
}

/// What a `Single` that `fromAsync` makes fails with by itself.
public enum FromAsyncError: Swift.Error {
    /// The answer had neither an element nor an error, or both.
    case inconsistentCompletionResult
}
