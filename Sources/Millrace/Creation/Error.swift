extension ObservableType {
    /// Emits nothing and fails.
    ///
    /// - **Completes** never.
    /// - **Fails** at once, with `error`.
    /// - **Disposal** has nothing to stop.
    /// - **Thread**: fails on the thread that subscribes, before `subscribe` returns and without any scheduler.
    /// - **Complexity**: O(1).
    ///
    /// - Parameter error: what to fail with.
    @inlinable
    public static func error(_ error: Swift.Error) -> Observable<Element> {
        ErrorSource(error)
    }
}

/// Fails while it is subscribed to.
@usableFromInline
final class ErrorSource<Element>: Observable<Element>, @unchecked Sendable {
    @usableFromInline
    let error: Swift.Error

    @inlinable
    init(_ error: Swift.Error) {
        self.error = error
        super.init()
    }

    @usableFromInline
    override func attach(owned sink: Held<Sink<Element>>) {
        let sink = sink.take()
        sink.error(error)
        sink.sourceReleased()
    }
}
