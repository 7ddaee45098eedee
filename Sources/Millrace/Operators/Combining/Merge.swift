import CMillrace

extension ObservableType where Element: ObservableConvertibleType {
    /// Merges the sources that this source emits.
    ///
    /// - **Emits** the elements of all of them, as they come.
    /// - **Completes** when this source and all that it emitted have completed.
    /// - **Fails** as soon as one of them does.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: each element comes on the thread that its source emits on; if another thread delivers at that
    ///   moment, on that one, which goes on with it. Nobody waits.
    /// - **Complexity**: O(1) for each element, one allocation for each source.
    @inlinable
    public func merge() -> Observable<Element.Element> {
        Operator(asObservable()) { downstream in
            MergeCoordinator<Element, Element.Element>(downstream) { sink, element in
                let coordinator = unsafeDowncast(sink, to: MergeCoordinator<Element, Element.Element>.self)
                if coordinator.isOpen { coordinator.merge(element.asObservable()) }
            }
        }
    }
}

extension ObservableType {
    /// Merges the sources in a collection.
    ///
    /// - **Emits** the elements of all of them, as they come; they are subscribed to in their order.
    /// - **Completes** when all have completed, at once if there are none.
    /// - **Fails** as soon as one of them does.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: each element comes on the thread that its source emits on; if another thread delivers at that
    ///   moment, on that one, which goes on with it. Nobody waits.
    /// - **Complexity**: O(1) for each element, one allocation for each source.
    @inlinable
    public static func merge<Collection: Swift.Collection>(_ sources: Collection) -> Observable<Element>
    where Collection.Element == Observable<Element> {
        merge(Array(sources))
    }

    /// Merges the sources in an array; see `merge(_:)` of a collection.
    @inlinable
    public static func merge(_ sources: [Observable<Element>]) -> Observable<Element> {
        ClosureSource { downstream in
            let coordinator = MergeCoordinator<Never, Element>(downstream) { _, _ in }
            downstream.setUpstream(coordinator)
            for source in sources { coordinator.merge(source) }
            coordinator.completed()
            coordinator.ready()
        }
    }

    /// Merges several sources; see `merge(_:)` of a collection.
    @inlinable
    public static func merge(_ sources: Observable<Element>...) -> Observable<Element> {
        merge(sources)
    }
}
