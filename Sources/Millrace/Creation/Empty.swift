extension ObservableType {
    /// Emits nothing and completes.
    ///
    /// - **Completes** at once.
    /// - **Fails** never.
    /// - **Disposal** has nothing to stop.
    /// - **Thread**: completes on the thread that subscribes, before `subscribe` returns and without any scheduler.
    /// - **Complexity**: O(1).
    @inlinable
    public static func empty() -> Observable<Element> {
        EmptySource()
    }
}

/// Completes while it is subscribed to.
@usableFromInline
final class EmptySource<Element>: Observable<Element>, @unchecked Sendable {
    @inlinable
    override init() {
        super.init()
    }

    @usableFromInline
    override func attach(owned sink: Held<Sink<Element>>) {
        let sink = sink.take()
        sink.completed()
        sink.sourceReleased()
    }
}
