extension ObservableType {
    /// Emits nothing and fails.
    ///
    /// - **Completes** never.
    /// - **Fails** at once, with `error`.
    /// - **Disposal** has nothing to stop.
    /// - **Thread**: fails on the thread that subscribes, before `subscribe` returns and without any scheduler.
    /// - **Complexity**: O(1).
    ///
    /// ```swift
    /// struct NotFound: Error {}
    /// let subscription = Observable<Int>.error(NotFound())
    ///     .subscribe(onError: { print("failed: \($0)") })
    /// // failed: NotFound()
    /// ```
    ///
    /// - Parameter error: what to fail with.
    @inlinable
    public static func error(_ error: Swift.Error) -> Observable<Element> {
        TerminalSource(.error(error))
    }
}
