// Times are those of the strategy's scheduler, which is also where elements are emitted.

extension SharedSequenceConvertibleType {
    /// Emits one element in each `dueTime` at most; as `ObservableType.throttle(_:latest:scheduler:)`.
    ///
    /// - Parameters:
    ///   - dueTime: how far apart elements are at least.
    ///   - latest: whether the last element that came within `dueTime` is emitted at its end.
    public func throttle(_ dueTime: RxTimeInterval, latest: Bool = true) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(asObservable().throttle(dueTime, latest: latest, scheduler: SharingStrategy.scheduler))
    }

    /// Emits an element once no other has followed it for `dueTime`; as `ObservableType.debounce(_:scheduler:)`.
    ///
    /// - Parameter dueTime: how long no other element may follow.
    public func debounce(_ dueTime: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(asObservable().debounce(dueTime, scheduler: SharingStrategy.scheduler))
    }

    /// Emits everything later; as `ObservableType.delay(_:scheduler:)`.
    ///
    /// - Parameter dueTime: how much later.
    public func delay(_ dueTime: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(asObservable().delay(dueTime, scheduler: SharingStrategy.scheduler))
    }
}
