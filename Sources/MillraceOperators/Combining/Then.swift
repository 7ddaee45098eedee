import Millrace

extension ObservableType {
    /// Waits for the source to complete, then emits the elements of a second source.
    ///
    /// ```
    /// source    --a--b--|
    /// next              --x--y--|
    /// then(_:)  ----------x--y--|
    /// ```
    ///
    /// - **Emits** the elements of `next` only. `next` is subscribed to when this source has completed.
    /// - **Completes** when `next` does.
    /// - **Fails** when the current source does; `next` is not subscribed to if this source fails.
    /// - **Disposal** disposes the current source's subscription.
    /// - **Thread**: `next` is subscribed to on the thread that this source completes on.
    /// - **Complexity**: O(1) for each element; one allocation for each source.
    ///
    /// ```swift
    /// let upload = Observable.of("10 %", "100 %")
    /// let subscription = upload
    ///     .then(Observable.just(204))
    ///     .subscribe(onNext: { print("status \($0)") })
    /// // status 204
    /// ```
    ///
    /// - Parameter next: the source to go on with.
    @inlinable
    public func then<Source: ObservableConvertibleType>(_ next: Source) -> Observable<Source.Element> {
        compactMap { _ in Source.Element?.none }.concat(next)
    }
}
