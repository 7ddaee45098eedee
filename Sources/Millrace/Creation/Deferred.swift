extension ObservableType {
    /// Calls `observableFactory` for each subscription, and emits what the observable that it returns emits.
    ///
    /// - **Completes** when that observable does.
    /// - **Fails** when that observable does, or with the error that `observableFactory` throws.
    /// - **Disposal** disposes that observable's subscription.
    /// - **Thread**: calls `observableFactory` on the thread that subscribes.
    /// - **Complexity**: O(1) for each subscription, nothing for an event.
    ///
    /// ```swift
    /// let name = BehaviorRelay(value: "Ada")
    /// let greeting = Observable<String>.deferred { .just("Hello, \(name.value)!") }
    /// name.accept("Grace")
    /// let subscription = greeting.subscribe(onNext: { print($0) })
    /// // Hello, Grace!
    /// ```
    ///
    /// - Parameter observableFactory: makes the observable to subscribe to.
    @inlinable
    public static func deferred(
        _ observableFactory: @escaping () throws -> Observable<Element>
    ) -> Observable<Element> {
        ClosureSource { downstream in
            do {
                let source = try observableFactory()
                // The factory may have ended the subscription.
                if downstream.isOpen { source.attach(downstream) } else { downstream.sourceReleased() }
            } catch {
                downstream.error(error)
                downstream.sourceReleased()
            }
        }
    }
}
