// What RxCocoa refuses, so that the compiler says why. A driver replays its last element, and would replay the object
// with it, which would keep the object.

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
    /// Not for drivers: use `drive(with:onNext:onCompleted:onDisposed:)`.
    @available(
        *,
        unavailable,
        message: "a driver replays the object and so keeps it; use 'drive(with:onNext:)' instead"
    )
    public func withUnretained<Object: AnyObject, Out>(
        _ obj: Object,
        resultSelector: @escaping (Object, Element) -> Out
    ) -> SharedSequence<SharingStrategy, Out> {
        SharedSequence(asObservable().withUnretained(obj, resultSelector: resultSelector))
    }

    /// Not for drivers: use `drive(with:onNext:onCompleted:onDisposed:)`.
    @available(
        *,
        unavailable,
        message: "a driver replays the object and so keeps it; use 'drive(with:onNext:)' instead"
    )
    public func withUnretained<Object: AnyObject>(_ obj: Object) -> SharedSequence<SharingStrategy, (Object, Element)> {
        SharedSequence(asObservable().withUnretained(obj))
    }
}
