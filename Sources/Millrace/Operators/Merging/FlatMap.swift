extension ObservableType {
    /// Merges the sources that `selector` makes of the elements.
    ///
    /// - **Emits** the elements of all of them, as they come.
    /// - **Completes** when this source and all of them have completed.
    /// - **Fails** as soon as one of them does, or with the error that `selector` throws.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: `selector` is called on the thread that this source emits on. An element comes on the thread that
    ///   its source emits on; if another thread delivers at that moment, on that one, which goes on with it. Nobody waits.
    /// - **Complexity**: O(1) for each element, one allocation for each inner source.
    @preconcurrency
    @inlinable
    public func flatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            let coordinator = sink.downcast(to: MergeCoordinator<Element, Source.Element>.self)
            guard coordinator.isOpen else { return }
            do {
                coordinator.merge(try selector(element).asObservable())
            } catch {
                coordinator.error(error)
            }
        }
        return JoiningOperator(asObservable()) { MergeCoordinator<Element, Source.Element>($0, receive: receive) }
    }

    /// Merges the sources that `selector` makes of the elements, ignoring elements while one of those is active.
    ///
    /// - **Emits** the elements of each inner source, one such source at a time.
    /// - **Completes** when this source has completed and the inner source that was active then, too.
    /// - **Fails** as soon as one of them does, or with the error that `selector` throws.
    /// - **Disposal** disposes the subscriptions to both.
    /// - **Thread**: as `flatMap(_:)`.
    /// - **Complexity**: O(1) for each element, one allocation for each inner source.
    @preconcurrency
    @inlinable
    public func flatMapFirst<Source: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            let coordinator = sink.downcast(to: MergeCoordinator<Element, Source.Element>.self)
            guard coordinator.isOpen && coordinator.isIdle else { return }
            do {
                coordinator.merge(try selector(element).asObservable())
            } catch {
                coordinator.error(error)
            }
        }
        return JoiningOperator(asObservable()) { MergeCoordinator<Element, Source.Element>($0, receive: receive) }
    }
}
