/// Combines the values that have the same number in every source.
@usableFromInline
final class ZipCoordinator<Values, Output>: CombiningCoordinator<Values, Output>, @unchecked Sendable {
    /// How many values of each source wait.
    @usableFromInline
    @exclusivity(unchecked)
    var waiting: ContiguousArray<Int>

    /// Whether the sources are a collection. As in RxSwift, a zip of a collection also completes when a source sends a
    /// value after all others have ended and one of the others has no value left; a zip of a fixed number of sources
    /// completes only when all have ended.
    @usableFromInline
    let isCollection: Bool

    @inlinable
    init(
        _ downstream: Sink<Output>,
        _ values: Values,
        count: Int,
        isCollection: Bool = false,
        produce: @escaping (inout Values) throws -> Output
    ) {
        waiting = ContiguousArray(repeating: 0, count: count)
        self.isCollection = isCollection
        super.init(downstream, values, count: count, produce: produce)
    }

    // What one source is ahead of the others waits here, without a bound.
    @usableFromInline
    override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
        path.addBarrier("zip")
        return super.describePressure(&path)
    }

    @inlinable
    @inline(__always)
    func zip(_ index: Int) {
        waiting[index] += 1
        if waiting[index] == 1 { present.insert(index) }
        if present.isFull {
            // Counted before `emit()` calls any closure: a callback may send further values.
            for index in 0..<count {
                waiting[index] -= 1
                if waiting[index] == 0 { present.remove(index) }
            }
            emit()
        } else if isCollection && ended.isFull(but: index) {
            finish()
        }
    }

    @inlinable
    @inline(__always)
    func makeSink<Element>(
        for source: Observable<Element>,
        _ index: Int,
        append: @escaping (inout Values, Element) -> Void
    ) -> Held<Sink<Element>> {
        makeSink(
            index,
            as: ZipCoordinator<Values, Output>.self,
            disposesFirst: !isCollection,
            store: { values, element in
                append(&values, element)
                return nil
            }
        ) { $0.zip($1) }
    }
}
