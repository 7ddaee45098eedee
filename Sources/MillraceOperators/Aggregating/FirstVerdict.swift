import Millrace

extension ObservableType {
    /// Emits `verdict` at the first element for which `decides` is true, and `!verdict` if the source completes without
    /// such an element: the engine of the operators that answer a question about all elements.
    @inlinable
    func firstVerdict(
        _ verdict: Bool,
        function: StaticString = #function,
        where decides: @escaping (Element) throws -> Bool
    ) -> Single<Bool> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Void, Element, Bool>.self)
            guard sink.isOpen else { return }
            do { if try decides(element) { sink.finish(with: verdict) } } catch { sink.fail(error) }
        }
        let result: Observable<Bool> = Operator(asObservable(), function: function) {
            CompletingSink($0, state: (), function: function, receive: receive) { $0.finish(with: !verdict) }
        }
        return PrimitiveSequence(raw: result)
    }
}
