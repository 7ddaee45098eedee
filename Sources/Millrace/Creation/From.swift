extension ObservableType {
    /// Emits the elements of an array, in order.
    ///
    /// - **Completes** after the last one.
    /// - **Fails** never.
    /// - **Disposal** stops it between two elements.
    /// - **Thread**: emits on `scheduler`; on the default one, before `subscribe` returns.
    /// - **Complexity**: O(1) for each element; with a scheduler other than the default, one scheduled action for each.
    ///
    /// ```swift
    /// let primes = [2, 3, 5]
    /// let subscription = Observable.from(primes)
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
    /// // 2
    /// // 3
    /// // 5
    /// // completed
    /// ```
    ///
    /// - Parameters:
    ///   - array: the elements.
    ///   - scheduler: where to emit.
    @inlinable
    public static func from(
        _ array: [Element],
        scheduler: ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> {
        SteppedSource.iterating(array, on: scheduler)
    }

    /// Emits the elements of a sequence, in order.
    ///
    /// - **Completes** after the last one.
    /// - **Fails** never.
    /// - **Disposal** stops it between two elements.
    /// - **Thread**: iterates and emits on `scheduler`; on the default one, before `subscribe` returns.
    /// - **Complexity**: that of the iterator; with a scheduler other than the default, one scheduled action for each
    ///   element.
    ///
    /// ```swift
    /// let subscription = Observable.from(stride(from: 0, to: 10, by: 4))
    ///     .subscribe(onNext: { print($0) })
    /// // 0
    /// // 4
    /// // 8
    /// ```
    ///
    /// - Parameters:
    ///   - sequence: the elements; each subscription makes an iterator of its own.
    ///   - scheduler: where to emit.
    @inlinable
    public static func from<Sequence: Swift.Sequence>(
        _ sequence: Sequence,
        scheduler: ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> where Sequence.Element == Element {
        SteppedSource.iterating(sequence, on: scheduler)
    }
}
