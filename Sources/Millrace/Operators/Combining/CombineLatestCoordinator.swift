/// Combines the latest values of all sources, each time a value comes.
@usableFromInline
final class CombineLatestCoordinator<Values, Output>: CombiningCoordinator<Values, Output>, @unchecked Sendable {
    @inlinable
    override init(
        _ downstream: Sink<Output>,
        _ values: Values,
        count: Int,
        produce: @escaping (inout Values) throws -> Output
    ) {
        super.init(downstream, values, count: count, produce: produce)
    }

    @inlinable
    @inline(__always)
    func combine(_ index: Int) {
        present.insert(index)
        if present.isFull {
            emit()
        } else if ended.isFull(but: index) {
            finish()  // the others have ended, one of them without a value
        }
    }

    @inlinable
    @inline(__always)
    func makeSink<Element>(
        for source: Observable<Element>,
        _ index: Int,
        disposesFirst: Bool = true,
        store: @escaping (inout Values, Element) -> Element?
    ) -> Held<Sink<Element>> {
        makeSink(
            index,
            as: CombineLatestCoordinator<Values, Output>.self,
            disposesFirst: disposesFirst,
            store: store
        ) { $0.combine($1) }
    }
}
