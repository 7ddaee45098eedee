extension InfallibleType {
    /// Emits an element once no other has followed it for `dueTime`; as `ObservableType.debounce(_:scheduler:)`.
    ///
    /// - Parameters:
    ///   - dueTime: how long no other element may follow.
    ///   - scheduler: whose clock to use, and where to emit.
    public func debounce(_ dueTime: RxTimeInterval, scheduler: SchedulerType) -> Infallible<Element> {
        Infallible(asObservable().debounce(dueTime, scheduler: scheduler))
    }

    /// Emits one element in each `dueTime` at most; as `ObservableType.throttle(_:latest:scheduler:)`.
    ///
    /// - Parameters:
    ///   - dueTime: how far apart elements are at least.
    ///   - latest: whether the last element that came within `dueTime` is emitted at its end.
    ///   - scheduler: whose clock to use, and where such a last element is emitted.
    public func throttle(
        _ dueTime: RxTimeInterval,
        latest: Bool = true,
        scheduler: SchedulerType
    ) -> Infallible<Element> {
        Infallible(asObservable().throttle(dueTime, latest: latest, scheduler: scheduler))
    }

    /// Emits the elements that come within `duration` of the subscription; as `ObservableType.take(for:scheduler:)`.
    ///
    /// - Parameters:
    ///   - duration: how long to emit.
    ///   - scheduler: whose clock to use, and where to complete.
    public func take(for duration: RxTimeInterval, scheduler: SchedulerType) -> Infallible<Element> {
        Infallible(asObservable().take(for: duration, scheduler: scheduler))
    }
}
