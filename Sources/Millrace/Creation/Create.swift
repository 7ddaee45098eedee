import CMillrace

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
            downstream.setUpstream(sink)
            let disposable = subscribe(AnyObserver(sink: sink))
            // Most often there is nothing to dispose; then no cast is looked up either.
            if type(of: disposable) != NopDisposable.self { sink.setUpstream(DisposeBase.wrapping(disposable)) }
        }
    }
}

/// Passes on what the closure sends, up to the first terminal event.
@usableFromInline
final class CreateSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    @inlinable
    init(_ downstream: Sink<Element>) {
        super.init(downstream, plain: true) { sink, element in
            unsafeDowncast(sink, to: CreateSink<Element>.self).forward(element)
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
