extension ObservableType {
    /// Emits nothing and completes.
    ///
    /// - **Completes** at once.
    /// - **Fails** never.
    /// - **Disposal** has nothing to stop.
    /// - **Thread**: completes on the thread that subscribes, before `subscribe` returns and without any scheduler.
    /// - **Complexity**: O(1).
    ///
    /// ```swift
    /// let subscription = Observable<Int>.empty()
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
    /// // completed
    /// ```
    @inlinable
    public static func empty() -> Observable<Element> {
        TerminalSource(.completed)
    }
}
