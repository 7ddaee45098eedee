extension ObservableType {
    /// Goes on with another source if this one completes without an element.
    ///
    /// - **Emits** the elements of the source, or, if there were none, the elements of `other`.
    /// - **Completes** when the source that is emitting does.
    /// - **Fails** when the source that is emitting does.
    /// - **Disposal** disposes the current source's subscription. The subscription to an empty source is disposed as
    ///   soon as `other` has been subscribed to.
    /// - **Thread**: `other` is subscribed to on the thread that the source completes on.
    /// - **Complexity**: O(1) for each element; two allocations for each subscription. Empty sources that follow one
    ///   another by recursion take no stack.
    ///
    /// ```swift
    /// let hits = Observable.of("tea", "coffee").filter { $0.contains("x") }
    /// let subscription = hits
    ///     .ifEmpty(switchTo: .just("nothing found"))
    ///     .subscribe(onNext: { print($0) })
    /// // nothing found
    /// ```
    ///
    /// - Parameter other: the source to go on with.
    @inlinable
    public func ifEmpty(switchTo other: Observable<Element>) -> Observable<Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: IfEmptySwitchSink<Element>.self)
            sink.isEmpty = false
            sink.downstream.use {
                $0.downcast(to: FallbackSink<Element>.self).forward(element)
            }
        }
        return ClosureOperator(asObservable()) { source, downstream in
            let fallbackSink = FallbackSink<Element>(downstream)
            downstream.setUpstream(fallbackSink)
            let sink = IfEmptySwitchSink(fallbackSink, other, receive: receive)
            fallbackSink.setUpstream(sink)
            source.attach(sink)
        }
    }
}

/// The sink of the first source.
@usableFromInline
final class IfEmptySwitchSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    // Used only by the thread that the source emits on.
    @usableFromInline
    @exclusivity(unchecked)
    var isEmpty = true

    private let other: Observable<Element>

    @usableFromInline
    init(_ fallbackSink: FallbackSink<Element>, _ other: Observable<Element>, receive: @escaping Receive) {
        self.other = other
        super.init(fallbackSink, receive: receive)
    }

    @usableFromInline
    override func completed() {
        guard isEmpty else { return super.completed() }
        guard lifecycle.stop() else { return }
        downstream.use { $0.downcast(to: FallbackSink<Element>.self).follow(other) }
    }
}
