import Millrace

extension ObservableType {
    /// Goes on, after an error of one type, with the source that `handler` makes of it.
    ///
    /// ```
    /// source                                -a-x
    /// catch(only: X.self) { _ in of("b") }  -a-(b|)
    /// ```
    ///
    /// - **Emits** the elements of the source and, if it fails with such an error, the elements of the second source.
    /// - **Completes** when the source that is emitting does.
    /// - **Fails** when the source does with an error of another type, when the second source does, or with the error
    ///   that `handler` throws.
    /// - **Disposal** disposes the current source's subscription. The failed source's subscription is disposed as soon as
    ///   the second source has been subscribed to.
    /// - **Thread**: `handler` is called, and the second source is subscribed to, on the thread that the source fails on.
    /// - **Complexity**: O(1) for each event; two allocations for each subscription.
    ///
    /// ```swift
    /// struct NotFound: Error { let name: String }
    /// let subscription = Observable<String>.error(NotFound(name: "logo"))
    ///     .catch(only: NotFound.self) { .just("no \($0.name)") }
    ///     .subscribe(onNext: { print($0) })
    /// // no logo
    /// ```
    ///
    /// - Parameters:
    ///   - type: the type of the errors to handle.
    ///   - handler: makes, from the error, the source to go on with.
    @inlinable
    public func `catch`<Failure: Swift.Error>(
        only type: Failure.Type,
        _ handler: @escaping (Failure) throws -> Observable<Element>
    ) -> Observable<Element> {
        self.catch { error in
            guard let failure = error as? Failure else { throw error }
            return try handler(failure)
        }
    }

    /// Completes when the source fails.
    ///
    /// ```
    /// source                    -a-b-#
    /// catchErrorJustComplete()  -a-b-|
    /// ```
    ///
    /// - **Emits** every element of the source.
    /// - **Completes** when the source completes or fails.
    /// - **Fails** never.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each event; two allocations for each subscription.
    ///
    /// ```swift
    /// let answers = Observable.just("ready").concat(Observable.error(RxError.timeout))
    /// let subscription = answers
    ///     .catchErrorJustComplete()
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
    /// // ready
    /// // completed
    /// ```
    @inlinable
    public func catchErrorJustComplete() -> Observable<Element> {
        self.catch { _ in .empty() }
    }
}
