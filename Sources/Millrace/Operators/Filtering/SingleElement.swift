extension ObservableType {
    /// Emits the element of a source that has exactly one.
    ///
    /// - **Emits** the source's first element, as soon as it comes.
    /// - **Completes** when the source does after one element.
    /// - **Fails** with `RxError.moreThanOneElement` at a second element, with `RxError.noElements` if the source
    ///   completes without any, or when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    @inlinable
    public func single() -> Observable<Element> {
        single { _ in true }
    }

    /// Emits the one element for which `predicate` holds.
    ///
    /// - **Emits** the first such element, as soon as it comes.
    /// - **Completes** when the source does after one such element.
    /// - **Fails** with `RxError.moreThanOneElement` at a second one, with `RxError.noElements` if the source completes
    ///   without any, with the error that `predicate` throws, or when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `predicate` is called on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// - Parameter predicate: says whether an element counts.
    @inlinable
    public func single(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Bool, Element, Element>.self)
            guard sink.isOpen else { return }
            do {
                guard try predicate(element) else { return }
            } catch {
                return sink.fail(error)
            }
            if sink.state { return sink.fail(RxError.moreThanOneElement) }
            sink.state = true
            sink.forward(element)
        }
        return Operator(asObservable()) {
            CompletingSink($0, state: false, receive: receive) { sink in
                if sink.state { sink.finish() } else { sink.fail(RxError.noElements) }
            }
        }
    }
}
