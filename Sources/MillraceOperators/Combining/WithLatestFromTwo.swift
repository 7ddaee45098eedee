import Millrace

extension ObservableType {
    /// Combines each element with the latest elements of two further sources.
    ///
    /// ```
    /// source                                ---1-----2----3--|
    /// first                                 -a-----b---------
    /// second                                -----x-------y---
    /// withLatestFrom(_:_:resultSelector:)   ---------2bx--3by|
    /// ```
    ///
    /// - **Emits** what `resultSelector` makes of the three, for each element of this source. Elements that come before
    ///   the first element of `first` or of `second` are dropped. `second` is subscribed to first, then `first`, then this
    ///   source.
    /// - **Completes** when this source does. After the completion of `first` or `second`, its last element is still used.
    /// - **Fails** as soon as one of them does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: `resultSelector` is called on the thread that this source emits on; if another thread is delivering
    ///   at that moment, that thread calls it instead. No thread waits.
    /// - **Complexity**: O(1) for each element; holds one element of `first` and one of `second`.
    ///
    /// ```swift
    /// let taps = PublishSubject<Void>()
    /// let (name, city) = (BehaviorRelay(value: "Ada"), BehaviorRelay(value: "London"))
    /// let subscription = taps
    ///     .withLatestFrom(name, city) { "\($1) in \($2)" }
    ///     .subscribe(onNext: { print($0) })
    /// taps.onNext(())
    /// city.accept("Paris")
    /// taps.onNext(())
    /// // Ada in London
    /// // Ada in Paris
    /// ```
    ///
    /// - Parameters:
    ///   - first: a source whose latest element is used.
    ///   - second: another such source.
    ///   - resultSelector: makes the result from the element, the latest of `first` and the latest of `second`.
    @inlinable
    public func withLatestFrom<First: ObservableConvertibleType, Second: ObservableConvertibleType, ResultType>(
        _ first: First,
        _ second: Second,
        resultSelector: @escaping (Element, First.Element, Second.Element) throws -> ResultType
    ) -> Observable<ResultType> {
        // Not a `combineLatest` of the two: a thread that sends a value and then an element must find its value there,
        // even if another thread is delivering.
        withLatestFrom(first) { ($0, $1) }
            .withLatestFrom(second) { try resultSelector($0.0, $0.1, $1) }
    }
}
