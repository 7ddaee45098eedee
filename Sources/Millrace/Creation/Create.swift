extension ObservableType {
    /// An observable whose subscriptions run `subscribe`.
    ///
    /// - Parameter subscribe: called once for each subscription, with the observer to send events to; returns what is
    ///   disposed when the subscription ends. The observer may be kept and called from any thread, by one at a time.
    @preconcurrency
    @inlinable
    public static func create(
        _ subscribe: @escaping @Sendable (AnyObserver<Element>) -> Disposable
    ) -> Observable<Element> {
        ClosureSource { downstream in
            let sink = CreateSink<Element>(downstream)
            downstream.setUpstream(fresh: .passUnretained(sink))
            let disposable = DisposeBase.wrapping(subscribe(AnyObserver(sink: sink)))
            // Most often there is nothing to dispose.
            if disposable !== NopDisposable.instance { sink.setUpstream(disposable) }
        }
    }
}

/// Passes on what the closure sends, up to the first terminal event.
@usableFromInline
final class CreateSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    @inlinable
    init(_ downstream: Sink<Element>) {
        super.init(downstream, plain: true) { sink, element in
            sink.downcast(to: CreateSink<Element>.self).forward(element)
        }
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        fail(error)
    }

    @usableFromInline
    override func completed() {
        finish()
    }
}

extension AnyObserver {
    /// Sends an element and the end. Of several events from several threads, the first one counts; a second element
    /// cannot come between the two.
    ///
    /// - Precondition: `create` has handed this observer out.
    func succeed(_ element: Element) {
        sink.downcast(to: CreateSink<Element>.self).finish(with: element)
    }
}
