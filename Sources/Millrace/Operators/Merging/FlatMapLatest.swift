extension ObservableType {
    /// Passes on the elements of the latest source that `selector` made of an element.
    ///
    /// - **Emits** the elements of the latest inner source; the one before is disposed when a later one comes.
    /// - **Completes** when this source and the latest inner one have completed.
    /// - **Fails** when this source or the latest inner one does, or with the error that `selector` throws.
    /// - **Disposal** disposes the subscriptions to both.
    /// - **Thread**: `selector` is called on the thread that this source emits on. An element comes on the thread that
    ///   its source emits on; if another thread is delivering at that moment, that thread delivers the element instead.
    ///   No thread waits.
    /// - **Complexity**: O(1) for each element, one allocation for each inner source.
    @inlinable
    public func flatMapLatest<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            let coordinator = sink.downcast(to: SwitchCoordinator<Element, Source.Element>.self)
            guard coordinator.isOpen else { return }
            do {
                coordinator.follow(try selector(element).asObservable())
            } catch {
                coordinator.error(error)
            }
        }
        return JoiningOperator(asObservable()) { SwitchCoordinator<Element, Source.Element>($0, receive: receive) }
    }
}
