extension ObservableType {
    /// Makes a resource for each subscription, and emits what the observable made from it emits.
    ///
    /// - **Completes** when that observable does.
    /// - **Fails** when that observable does, or with the error that one of the factories throws.
    /// - **Disposal** disposes that observable's subscription and then the resource. So does a terminal event, after it
    ///   has been delivered.
    /// - **Thread**: calls the factories on the thread that subscribes, and disposes the resource on the thread that
    ///   disposes the subscription or delivers the terminal event.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// - Parameters:
    ///   - resourceFactory: makes the resource.
    ///   - observableFactory: makes the observable to subscribe to from the resource.
    @preconcurrency
    @inlinable
    public static func using<Resource: Disposable>(
        _ resourceFactory: @escaping @Sendable () throws -> Resource,
        observableFactory: @escaping @Sendable (Resource) throws -> Observable<Element>
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

    /// Called once when the source is attached, and once by the disposal, on two threads perhaps: the second disposes the
    /// resource. So the resource outlives the making of the subscription, and the source's own disposal.
    @usableFromInline
    func releaseResource() {
        if lifecycle.claim() { return }
        exchange(&resource, for: nil)?.dispose()
    }

    // The source may be gone for good; the resource is still to be disposed with the subscription.
    @usableFromInline
    override func sourceReleased() {}

    @usableFromInline
    override func disposed() {
        releaseResource()
    }
}
