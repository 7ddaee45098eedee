extension ObservableType {
    /// Emits nothing at all and never ends.
    ///
    /// - **Completes** never.
    /// - **Fails** never.
    /// - **Disposal** has nothing to stop. When `subscribe` returns, the closures for events have been released, with
    ///   what they captured.
    /// - **Complexity**: O(1).
    @inlinable
    public static func never() -> Observable<Element> {
        TerminalSource(.silent)
    }
}
