import Millrace

extension ObservableType {
    /// Emits what `transform` makes of each element, and `end` when the source completes.
    ///
    /// An operator whose sources meet in one stage marks what comes from which. Errors need no mark: one ends them all.
    @inlinable
    func marked<Mark>(
        end: @escaping @autoclosure () -> Mark,
        _ transform: @escaping (Element) -> Mark
    ) -> Observable<Mark> {
        let receive: Sink<Element>.Receive = { sink, element in
            sink.downcast(to: StatefulSink<Void, Element, Mark>.self).forward(transform(element))
        }
        let complete: CompletingSink<Void, Element, Mark>.Complete = { $0.finish(with: end()) }
        return Operator(asObservable()) {
            CompletingSink<Void, Element, Mark>($0, state: (), receive: receive, complete: complete)
        }
    }

    /// Emits `mark` when this source emits its first element or completes, and completes then.
    @inlinable
    func signalling<Mark>(_ mark: Mark) -> Observable<Mark> {
        let receive: Sink<Element>.Receive = { sink, _ in
            sink.downcast(to: StatefulSink<Void, Element, Mark>.self).finish(with: mark)
        }
        let complete: CompletingSink<Void, Element, Mark>.Complete = { $0.finish(with: mark) }
        return Operator(asObservable()) {
            CompletingSink<Void, Element, Mark>($0, state: (), receive: receive, complete: complete)
        }
    }

    /// A stage in which the elements of this source meet those of the sources that the stage itself adds: `handle`
    /// receives them, one at a time.
    ///
    /// The sources meet in the gate of `merge`, which also orders what `handle` does on one thread before what it does on
    /// another. An element of a source that is being added comes inside the call of `add`.
    ///
    /// - Parameters:
    ///   - function: the operator, which is the caller.
    ///   - makeHandler: makes `handle` for each subscription.
    @inlinable
    func meeting<Output>(
        function: StaticString = #function,
        _ makeHandler:
            @escaping (_ add: @escaping (Observable<Element>) -> Void) -> (
                _ sink: OperatorSink<Element, Output>, _ element: Element
            ) -> Void
    ) -> Observable<Output> {
        let source = asObservable()
        return Observable.deferred {
            let added = PublishSubject<Observable<Element>>()
            let handle = makeHandler { added.onNext($0) }
            let receive: Sink<Element>.Receive = { sink, element in
                handle(sink.downcast(to: OperatorSink<Element, Output>.self), element)
            }
            return Operator(Observable.merge([added.merge(), source]), function: function) {
                OperatorSink<Element, Output>($0, plain: true, receive: receive)
            }
        }
    }
}
