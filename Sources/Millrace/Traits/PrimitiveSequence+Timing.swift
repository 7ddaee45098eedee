extension PrimitiveSequence {
    /// Sends the element and the end `dueTime` later, an error at once; as `ObservableType.delay(_:scheduler:)`.
    ///
    /// - Parameters:
    ///   - dueTime: by how much to delay.
    ///   - scheduler: whose clock to use, and where to emit.
    public func delay(_ dueTime: RxTimeInterval, scheduler: SchedulerType) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.delay(dueTime, scheduler: scheduler))
    }

    /// Subscribes to the source `dueTime` later; as `ObservableType.delaySubscription(_:scheduler:)`.
    ///
    /// - Parameters:
    ///   - dueTime: by how much to delay.
    ///   - scheduler: whose clock to use, and where to subscribe.
    public func delaySubscription(
        _ dueTime: RxTimeInterval,
        scheduler: SchedulerType
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.delaySubscription(dueTime, scheduler: scheduler))
    }

    /// Fails with `RxError.timeout` if the source has sent nothing after `dueTime`; as
    /// `ObservableType.timeout(_:scheduler:)`.
    ///
    /// - Parameters:
    ///   - dueTime: how long to wait, from the subscription on.
    ///   - scheduler: whose clock to use.
    public func timeout(_ dueTime: RxTimeInterval, scheduler: SchedulerType) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.timeout(dueTime, scheduler: scheduler))
    }

    /// Goes on with `other` if the source has sent nothing after `dueTime`; as
    /// `ObservableType.timeout(_:other:scheduler:)`.
    ///
    /// - Parameters:
    ///   - dueTime: how long to wait, from the subscription on.
    ///   - other: what to go on with, without a limit of time.
    ///   - scheduler: whose clock to use.
    public func timeout(
        _ dueTime: RxTimeInterval,
        other: PrimitiveSequence<Trait, Element>,
        scheduler: SchedulerType
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.timeout(dueTime, other: other.source, scheduler: scheduler))
    }
}
