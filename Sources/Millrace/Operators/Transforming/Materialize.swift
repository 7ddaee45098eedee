extension ObservableType {
    /// Emits every event of the source as an element, the terminal event included.
    ///
    /// - **Completes** right after it has emitted the source's terminal event, whether that is `completed` or `error`.
    /// - **Fails** never.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let answers = Observable.just("ready").concat(Observable.error(RxError.timeout))
    /// let subscription = answers
    ///     .materialize()
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("no more events") })
    /// // next(ready)
    /// // error(Sequence timeout.)
    /// // no more events
    /// ```
    @inlinable
    public func materialize() -> Observable<Event<Element>> {
        Operator(asObservable()) { MaterializeSink<Element>($0) }
    }
}

/// Passes events on as elements.
@usableFromInline
final class MaterializeSink<Element>: OperatorSink<Element, Event<Element>>, @unchecked Sendable {
    @inlinable
    init(_ downstream: Sink<Event<Element>>) {
        super.init(downstream) { sink, element in
            sink.downcast(to: MaterializeSink<Element>.self).forward(.next(element))
        }
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        finish(with: .error(error))
    }

    @usableFromInline
    override func completed() {
        finish(with: .completed)
    }
}
