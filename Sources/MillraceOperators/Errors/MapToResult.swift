import Millrace

extension ObservableType {
    /// Emits each element as a success, and the source's error as a failure.
    ///
    /// ```
    /// source         -a-----------b-----------x
    /// mapToResult()  -success(a)--success(b)--(failure(x)|)
    /// ```
    ///
    /// - **Completes** when the source does, or right after the failure.
    /// - **Fails** never.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each event; three allocations for each subscription.
    ///
    /// ```swift
    /// let answers = Observable.just("ready").concat(Observable.error(RxError.timeout))
    /// let subscription = answers
    ///     .mapToResult()
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
    /// // success("ready")
    /// // failure(Sequence timeout.)
    /// // completed
    /// ```
    @inlinable
    public func mapToResult() -> Observable<Result<Element, Swift.Error>> {
        map { Result.success($0) }.catch { .just(.failure($0)) }
    }
}
