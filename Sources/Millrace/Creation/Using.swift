extension ObservableType {
    /// Makes a resource for each subscription, and emits what the observable made from the resource emits.
    ///
    /// - **Completes** when that observable does.
    /// - **Fails** when that observable does, or with the error that one of the factories throws.
    /// - **Disposal** disposes the subscription to that observable and then the resource. A terminal event does the
    ///   same, after it has been delivered.
    /// - **Thread**: calls the factories on the thread that subscribes, and disposes the resource on the thread that
    ///   disposes the subscription or delivers the terminal event; if the observable is still being subscribed to at that
    ///   moment, on the thread that does so, when `subscribe` has returned.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription, and one for a resource
    ///   of a type of your own.
    ///
    /// ```swift
    /// let connection = BooleanDisposable()
    /// let rows = Observable.of("row 1", "row 2")
    /// let subscription = Observable.using({ connection }, observableFactory: { _ in rows })
    ///     .subscribe(onNext: { print($0) })
    /// print("disposed: \(connection.isDisposed)")
    /// // row 1
    /// // row 2
    /// // disposed: true
    /// ```
    ///
    /// - Parameters:
    ///   - resourceFactory: makes the resource.
    ///   - observableFactory: makes the observable to subscribe to from the resource.
    @inlinable
    public static func using<Resource: Disposable>(
        _ resourceFactory: @escaping () throws -> Resource,
        observableFactory: @escaping (Resource) throws -> Observable<Element>
    ) -> Observable<Element> {
        ClosureSource { downstream in
            let sink = RelaySink<Element>(downstream, staying: .always)
            downstream.setUpstream(sink)
            var resource: Resource?
            do {
                let made = try resourceFactory()
                resource = made
                // Each of the two factories may end the subscription.
                if sink.isOpen {
                    let source = try observableFactory(made)
                    if sink.isOpen { source.attach(sink) }
                }
            } catch {
                sink.fail(error)
            }
            if let resource { sink.hold(resource) }
        }
    }
}
