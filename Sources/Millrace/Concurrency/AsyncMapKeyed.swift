extension ObservableType {
    /// The engine of MillraceOperators' `map(maxConcurrent:orderedBy:)`: the closures of elements with the same key run
    /// one after the other, in the order of the elements.
    ///
    /// - Parameters:
    ///   - bound: how many elements may wait; `nil` as with `map(maxConcurrent:ordered:_:)`.
    ///   - transform: makes of an element what is emitted instead.
    @inlinable
    package func mapped<Key: Hashable, Result>(
        _ maxConcurrent: Int,
        orderedBy keySelector: @escaping (Element) throws -> Key,
        bound: (capacity: Int, overflow: OverflowStrategy, place: Place)?,
        operation: StaticString,
        _ transform: @escaping @Sendable (Element) async throws -> Result
    ) -> Observable<Result> {
        AsyncSink<Element, Result>.makeOperator(
            on: asObservable(),
            .init(maxConcurrent, false, isKeyed: true, operation, bound: bound),
            receive: { sink, element in
                let sink = sink.downcast(to: AsyncSink<Element, Result>.self)
                guard sink.isOpen else { return }
                do {
                    let key = try keySelector(element)
                    sink.add(AsyncSink<Element, Result>.Job(element), key.hashValue) {
                        downcast($0, to: KeyBox<Key>.self).key == key
                    } _: {
                        KeyBox(key)
                    }
                } catch {
                    sink.error(error)
                }
            }
        ) { try await transform($0) }
    }
}

/// A key, as an object.
@usableFromInline
final class KeyBox<Key> {
    @usableFromInline
    let key: Key

    @inlinable
    init(_ key: Key) {
        self.key = key
    }
}
