extension ObservableType {
    /// Calls `observableFactory` for each subscription, and emits what the observable that it returns emits.
    ///
    /// - **Completes** when that observable does.
    /// - **Fails** when that observable does, or with the error that `observableFactory` throws.
    /// - **Disposal** disposes that observable's subscription.
    /// - **Thread**: calls `observableFactory` on the thread that subscribes.
    /// - **Complexity**: O(1) for each subscription, nothing for an event.
    ///
    /// - Parameter observableFactory: makes the observable to subscribe to.
    @inlinable
    public static func deferred(
        _ observableFactory: @escaping () throws -> Observable<Element>
    ) -> Observable<Element> {
        ClosureSource { downstream in
            do {
                try observableFactory().attach(downstream)
            } catch {
                downstream.error(error)
                downstream.sourceReleased()
            }
        }
    }
}
