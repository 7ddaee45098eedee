import Millrace

extension ObservableType where Element: EventConvertible {
    /// Emits the elements of the events that `materialize()` makes, and leaves out the terminal event.
    ///
    /// ```
    /// source      --next(a)--next(b)--error(x)--|
    /// elements()  --a--------b------------------|
    /// ```
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does; an event that is an error is left out.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let answers = Observable.just("ready").concat(Observable.error(RxError.timeout)).materialize()
    /// let subscription = answers
    ///     .elements()
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
    /// // ready
    /// // completed
    /// ```
    @inlinable
    public func elements() -> Observable<Element.Element> {
        compactMap { $0.event.element }
    }

    /// Emits the errors of the events that `materialize()` makes, and leaves out the elements.
    ///
    /// ```
    /// source    --next(a)--next(b)--error(x)--|
    /// errors()  --------------------x---------|
    /// ```
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does; an event that is an error is an element of the result.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let answers = Observable.just("ready").concat(Observable.error(RxError.timeout)).materialize()
    /// let subscription = answers
    ///     .errors()
    ///     .subscribe(onNext: { print($0) })
    /// // Sequence timeout.
    /// ```
    @inlinable
    public func errors() -> Observable<Swift.Error> {
        compactMap { $0.event.error }
    }
}
