extension ObservableType {
    /// Passes the source's elements on, and emits `element` in place of its error.
    ///
    /// - **Completes** when the source does, or after `element`.
    /// - **Fails** never.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of("8", "9", "ten")
    ///     .map { try JSONDecoder().decode(Int.self, from: Data($0.utf8)) }
    ///     .catchAndReturn(0)
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
    /// // 8
    /// // 9
    /// // 0
    /// // completed
    /// ```
    ///
    /// - Parameter element: what to emit if the source fails.
    @inlinable
    public func catchAndReturn(_ element: Element) -> Observable<Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            sink.downcast(to: CatchAndReturnSink<Element>.self).forward(element)
        }
        return Operator(asObservable()) { CatchAndReturnSink($0, element, receive: receive) }
    }
}

/// Passes everything on except an error.
@usableFromInline
final class CatchAndReturnSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    @usableFromInline
    let element: Element

    @inlinable
    init(_ downstream: Sink<Element>, _ element: Element, receive: @escaping Receive) {
        self.element = element
        super.init(downstream, receive: receive)
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        finish(with: element)
    }
}
