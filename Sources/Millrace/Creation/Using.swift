extension ObservableType {
    /// Makes a resource for each subscription, and emits what the observable made from the resource emits.
    ///
    /// - **Completes** when that observable does.
    /// - **Fails** when that observable does, or with the error that one of the factories throws.
    /// - **Disposal** disposes the subscription to that observable and then the resource. A terminal event does the
    ///   same, after it has been delivered.
    /// - **Thread**: calls the factories on the thread that subscribes, and disposes the resource on the thread that
    ///   disposes the subscription or delivers the terminal event.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
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
            let sink = UsingSink<Element>(downstream)
            downstream.setUpstream(sink)
            do {
                let resource = try resourceFactory()
                releaseValue(exchange(&sink.resource, for: resource))
                try observableFactory(resource).attach(sink)
            } catch {
                sink.fail(error)
            }
            sink.releaseResource()
        }
    }
}

/// Passes events on and disposes the resource with the subscription.
@usableFromInline
final class UsingSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    @usableFromInline
    var resource: Disposable?

    @inlinable
    init(_ downstream: Sink<Element>) {
        super.init(downstream) { sink, element in
            sink.downcast(to: UsingSink<Element>.self).forward(element)
        }
    }

    /// Called once after the source has been attached and once by the disposal, possibly on two threads; the second
    /// call disposes the resource. So the resource outlives both the making of the subscription and the disposal of the
    /// source.
    @usableFromInline
    func releaseResource() {
        if lifecycle.claim() { return }
        exchange(&resource, for: nil)?.dispose()
    }

    // Empty: even if the source is gone for good, the resource has to be disposed with the subscription.
    @usableFromInline
    override func sourceReleased() {}

    @usableFromInline
    override func disposed() {
        releaseResource()
    }
}
