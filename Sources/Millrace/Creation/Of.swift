extension ObservableType {
    /// Emits its arguments, in order.
    ///
    /// - **Completes** after the last one; at once if there are none.
    /// - **Fails** never.
    /// - **Disposal** stops it between two elements.
    /// - **Thread**: emits on `scheduler`; on the default one, before `subscribe` returns.
    /// - **Complexity**: O(1) for each element; with a scheduler other than the default, one scheduled action for each.
    ///
    /// ```swift
    /// let subscription = Observable.of("red", "green", "blue")
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
    /// // red
    /// // green
    /// // blue
    /// // completed
    /// ```
    ///
    /// - Parameters:
    ///   - elements: what to emit.
    ///   - scheduler: where to emit.
    @inlinable
    public static func of(
        _ elements: Element...,
        scheduler: ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> {
        from(elements, scheduler: scheduler)
    }
}
