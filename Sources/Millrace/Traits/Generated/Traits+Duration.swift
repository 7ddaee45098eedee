// Written by `make generate` (Tools/generate-durations); do not edit.

extension InfallibleType {
    /// Emits an element once no other has followed it for `dueTime`; otherwise as `debounce(_:scheduler:)` with an
    /// `RxTimeInterval`. A span that is no whole number of nanoseconds is rounded away from zero; a span of 292 years
    /// or more never ends.
    ///
    /// - Parameters:
    ///   - dueTime: how long no other element may follow.
    ///   - scheduler: whose clock to use, and where to emit.
    public func debounce(for dueTime: Duration, scheduler: SchedulerType) -> Infallible<Element> {
        debounce(RxTimeInterval(dueTime), scheduler: scheduler)
    }

    /// Emits one element in each `dueTime` at most; otherwise as `throttle(_:latest:scheduler:)` with an
    /// `RxTimeInterval`. A span that is no whole number of nanoseconds is rounded away from zero; a span of 292 years
    /// or more never ends.
    ///
    /// - Parameters:
    ///   - dueTime: how far apart elements are at least.
    ///   - latest: whether the last element that came within `dueTime` is emitted at its end.
    ///   - scheduler: whose clock to use, and where such a last element is emitted.
    public func throttle(for dueTime: Duration, latest: Bool = true, scheduler: SchedulerType) -> Infallible<Element> {
        throttle(RxTimeInterval(dueTime), latest: latest, scheduler: scheduler)
    }

    /// Emits the elements that come within `duration` of the subscription; otherwise as `take(for:scheduler:)` with an
    /// `RxTimeInterval`. A span that is no whole number of nanoseconds is rounded away from zero; a span of 292 years
    /// or more never ends.
    ///
    /// - Parameters:
    ///   - duration: how long to emit.
    ///   - scheduler: whose clock to use, and where to complete.
    public func take(during duration: Duration, scheduler: SchedulerType) -> Infallible<Element> {
        take(for: RxTimeInterval(duration), scheduler: scheduler)
    }
}

extension PrimitiveSequenceType where Element: RxAbstractInteger {
    /// Emits 0 after `dueTime`, and completes right after it; otherwise as `timer(_:scheduler:)` with an
    /// `RxTimeInterval`. A span that is no whole number of nanoseconds is rounded away from zero; a span of 292 years
    /// or more never ends.
    ///
    /// - Parameters:
    ///   - dueTime: how long to wait; a negative span counts as none.
    ///   - scheduler: whose clock to use, and where to emit.
    public static func timer(after dueTime: Duration, scheduler: SchedulerType) -> PrimitiveSequence<Trait, Element> {
        timer(RxTimeInterval(dueTime), scheduler: scheduler)
    }
}

extension PrimitiveSequence {
    /// Sends the element and the end `dueTime` later, an error at once; otherwise as `delay(_:scheduler:)` with an
    /// `RxTimeInterval`. A span that is no whole number of nanoseconds is rounded away from zero; a span of 292 years
    /// or more never ends.
    ///
    /// - Parameters:
    ///   - dueTime: by how much to delay.
    ///   - scheduler: whose clock to use, and where to emit.
    public func delay(for dueTime: Duration, scheduler: SchedulerType) -> PrimitiveSequence<Trait, Element> {
        delay(RxTimeInterval(dueTime), scheduler: scheduler)
    }

    /// Subscribes to the source `dueTime` later; otherwise as `delaySubscription(_:scheduler:)` with an
    /// `RxTimeInterval`. A span that is no whole number of nanoseconds is rounded away from zero; a span of 292 years
    /// or more never ends.
    ///
    /// - Parameters:
    ///   - dueTime: by how much to delay.
    ///   - scheduler: whose clock to use, and where to subscribe.
    public func delaySubscription(for dueTime: Duration, scheduler: SchedulerType) -> PrimitiveSequence<Trait, Element>
    {
        delaySubscription(RxTimeInterval(dueTime), scheduler: scheduler)
    }

    /// Fails with `RxError.timeout` if the source has sent nothing after `dueTime`; otherwise as
    /// `timeout(_:scheduler:)` with an `RxTimeInterval`. A span that is no whole number of nanoseconds is rounded away
    /// from zero; a span of 292 years or more never ends.
    ///
    /// - Parameters:
    ///   - dueTime: how long to wait, from the subscription on.
    ///   - scheduler: whose clock to use.
    public func timeout(after dueTime: Duration, scheduler: SchedulerType) -> PrimitiveSequence<Trait, Element> {
        timeout(RxTimeInterval(dueTime), scheduler: scheduler)
    }

    /// Goes on with `other` if the source has sent nothing after `dueTime`; otherwise as `timeout(_:other:scheduler:)`
    /// with an `RxTimeInterval`. A span that is no whole number of nanoseconds is rounded away from zero; a span of 292
    /// years or more never ends.
    ///
    /// - Parameters:
    ///   - dueTime: how long to wait, from the subscription on.
    ///   - other: what to go on with, without a limit of time.
    ///   - scheduler: whose clock to use.
    public func timeout(after dueTime: Duration, other: PrimitiveSequence<Trait, Element>, scheduler: SchedulerType)
        -> PrimitiveSequence<Trait, Element>
    {
        timeout(RxTimeInterval(dueTime), other: other, scheduler: scheduler)
    }
}

extension SharedSequence where Element: FixedWidthInteger {
    /// Counts from 0, one element every `period`, on the strategy's scheduler; otherwise as `interval(_:)` with an
    /// `RxTimeInterval`. A span that is no whole number of nanoseconds is rounded away from zero; a span of 292 years
    /// or more never ends.
    ///
    /// - Parameter period: the time before the first element and between elements.
    public static func interval(every period: Duration) -> SharedSequence<SharingStrategy, Element> {
        interval(RxTimeInterval(period))
    }

    /// Counts from 0, on the strategy's scheduler; otherwise as `timer(_:period:)` with an `RxTimeInterval`. A span
    /// that is no whole number of nanoseconds is rounded away from zero; a span of 292 years or more never ends.
    ///
    /// - Parameters:
    ///   - dueTime: the time before the first element.
    ///   - period: the time between elements.
    public static func timer(after dueTime: Duration, every period: Duration) -> SharedSequence<
        SharingStrategy, Element
    > {
        timer(RxTimeInterval(dueTime), period: RxTimeInterval(period))
    }
}

extension SharedSequenceConvertibleType {
    /// Emits one element in each `dueTime` at most; otherwise as `throttle(_:latest:)` with an `RxTimeInterval`. A span
    /// that is no whole number of nanoseconds is rounded away from zero; a span of 292 years or more never ends.
    ///
    /// - Parameters:
    ///   - dueTime: how far apart elements are at least.
    ///   - latest: whether the last element that came within `dueTime` is emitted at its end.
    public func throttle(for dueTime: Duration, latest: Bool = true) -> SharedSequence<SharingStrategy, Element> {
        throttle(RxTimeInterval(dueTime), latest: latest)
    }

    /// Emits an element once no other has followed it for `dueTime`; otherwise as `debounce(_:)` with an
    /// `RxTimeInterval`. A span that is no whole number of nanoseconds is rounded away from zero; a span of 292 years
    /// or more never ends.
    ///
    /// - Parameter dueTime: how long no other element may follow.
    public func debounce(for dueTime: Duration) -> SharedSequence<SharingStrategy, Element> {
        debounce(RxTimeInterval(dueTime))
    }

    /// Emits everything later; otherwise as `delay(_:)` with an `RxTimeInterval`. A span that is no whole number of
    /// nanoseconds is rounded away from zero; a span of 292 years or more never ends.
    ///
    /// - Parameter dueTime: how much later.
    public func delay(for dueTime: Duration) -> SharedSequence<SharingStrategy, Element> {
        delay(RxTimeInterval(dueTime))
    }
}
