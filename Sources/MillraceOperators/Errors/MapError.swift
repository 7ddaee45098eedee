import Millrace

extension ObservableType {
    /// Replaces the error of the source by another error.
    ///
    /// ```
    /// source                   -a-b-x
    /// mapError { _ in y }      -a-b-y
    /// ```
    ///
    /// - **Emits** every element of the source.
    /// - **Completes** when the source does.
    /// - **Fails** with the error that `transform` makes of the source's error, or with the error that it throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `transform` is called on the thread that the source fails on.
    /// - **Complexity**: O(1) for each event; two allocations for each subscription.
    ///
    /// ```swift
    /// struct LoadingFailed: Error { let cause: any Error }
    /// let subscription = Observable<String>.error(RxError.timeout)
    ///     .mapError { LoadingFailed(cause: $0) }
    ///     .subscribe(onError: { print(($0 as? LoadingFailed)?.cause ?? $0) })
    /// // Sequence timeout.
    /// ```
    ///
    /// - Parameter transform: makes the new error.
    @inlinable
    public func mapError(_ transform: @escaping (Swift.Error) throws -> Swift.Error) -> Observable<Element> {
        self.catch { throw try transform($0) }
    }
}
