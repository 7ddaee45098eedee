import Millrace

extension ObservableType {
    /// Subscribes to the source again whenever it fails, without a limit; `retry()` by another name.
    ///
    /// ```
    /// source          -a-b-#
    /// ignoreErrors()  -a-b--a-b--a-b- …
    /// ```
    ///
    /// - **Emits** the elements of every attempt.
    /// - **Completes** when the source does.
    /// - **Fails** never.
    /// - **Disposal** disposes the current attempt's subscription.
    /// - **Thread**: subscribes again on the thread that the source fails on or, if the source is still being subscribed to,
    ///   on the thread that does so.
    /// - **Complexity**: O(1) for each element, one allocation for each attempt. A source that always fails at once keeps
    ///   the thread busy until the subscription is disposed.
    ///
    /// ```swift
    /// var answers: [Observable<String>] = [.error(RxError.timeout), .just("ready")]
    /// let subscription = Observable.deferred { answers.removeFirst() }
    ///     .ignoreErrors()
    ///     .subscribe(onNext: { print($0) })
    /// // ready
    /// ```
    @inlinable
    public func ignoreErrors() -> Observable<Element> {
        retry()
    }

    /// Subscribes to the source again whenever it fails with an error for which `predicate` is true.
    ///
    /// ```
    /// source                                  -a-x    -a-y      an attempt that fails with x, one with y
    /// ignoreErrors { $0 is X }                -a---a-y
    /// ```
    ///
    /// - **Emits** the elements of every attempt.
    /// - **Completes** when the source does.
    /// - **Fails** with the first error for which `predicate` is false.
    /// - **Disposal** disposes the current attempt's subscription. Each attempt's subscription is disposed before
    ///   `predicate` is called.
    /// - **Thread**: `predicate` is called on the thread that the source fails on. The source is subscribed to again on that
    ///   thread or, if it is still being subscribed to, on the thread that does so.
    /// - **Complexity**: O(1) for each element, two allocations for each attempt. Attempts that fail at once take no
    ///   stack.
    ///
    /// ```swift
    /// var answers: [Observable<String>] = [.error(RxError.timeout), .just("ready"), .error(RxError.overflow)]
    /// let subscription = Observable.deferred { answers.removeFirst().concat(Observable.error(RxError.timeout)) }
    ///     .ignoreErrors { error in if case RxError.timeout = error { true } else { false } }
    ///     .subscribe(onNext: { print($0) }, onError: { print($0) })
    /// // ready
    /// // Arithmetic overflow occurred.
    /// ```
    ///
    /// - Parameter predicate: says whether to go on after an error.
    public func ignoreErrors(_ predicate: @escaping (Swift.Error) -> Bool) -> Observable<Element> {
        retry(when: { (errors: Observable<Swift.Error>) in
            errors.map { error in if !predicate(error) { throw error } }
        })
    }
}
