// Written by `make generate` (Tools/generate-durations); do not edit.

extension ObservableType where Element: RxAbstractInteger {
    /// Emits 0 after `dueTime` and, with a `period`, the integers that follow, one each period; otherwise as
    /// `timer(_:period:scheduler:)` with an `RxTimeInterval`. A span that is no whole number of nanoseconds is rounded
    /// away from zero; a span of 292 years or more never ends.
    ///
    /// - Parameters:
    ///   - dueTime: how long to wait for the first element; a negative span counts as none.
    ///   - period: how long from one element to the next; `nil` for a single one. In virtual time, the program stops if
    ///     100,000 elements come without a move of the clock, as with a period of 0.
    ///   - scheduler: whose clock to use, and where to emit.
    public static func timer(after dueTime: Duration, every period: Duration? = nil, scheduler: SchedulerType)
        -> Observable<Element>
    {
        timer(RxTimeInterval(dueTime), period: period.map { RxTimeInterval($0) }, scheduler: scheduler)
    }

    /// Emits 0, 1, 2 and so on, one each period, the first after one period; otherwise as `interval(_:scheduler:)` with
    /// an `RxTimeInterval`. A span that is no whole number of nanoseconds is rounded away from zero; a span of 292
    /// years or more never ends.
    ///
    /// - Parameters:
    ///   - period: how long from one element to the next; as in `timer(_:period:scheduler:)`.
    ///   - scheduler: whose clock to use, and where to emit.
    public static func interval(every period: Duration, scheduler: SchedulerType) -> Observable<Element> {
        interval(RxTimeInterval(period), scheduler: scheduler)
    }
}

extension ObservableType {
    /// Subscribes to this source after `dueTime`; otherwise as `delaySubscription(_:scheduler:)` with an
    /// `RxTimeInterval`. A span that is no whole number of nanoseconds is rounded away from zero; a span of 292 years
    /// or more never ends.
    ///
    /// - Parameters:
    ///   - dueTime: how long to wait.
    ///   - scheduler: the scheduler whose clock is used, and on which the source is subscribed to.
    public func delaySubscription(for dueTime: Duration, scheduler: SchedulerType) -> Observable<Element> {
        delaySubscription(RxTimeInterval(dueTime), scheduler: scheduler)
    }

    /// Emits elements in arrays; otherwise as `buffer(timeSpan:count:scheduler:)` with an `RxTimeInterval`. A span that
    /// is no whole number of nanoseconds is rounded away from zero; a span of 292 years or more never ends.
    ///
    /// - Parameters:
    ///   - timeSpan: how long to collect elements at most. In virtual time, the program stops if this time passes
    ///     100,000 times without a move of the clock, as with a span of 0.
    ///   - count: how many elements to collect at most. If it is 0 or less, there is no limit, as in RxSwift: arrays
    ///     come when `timeSpan` has passed, however many elements they have.
    ///   - scheduler: the scheduler whose clock is used.
    public func buffer(for timeSpan: Duration, count: Int, scheduler: SchedulerType) -> Observable<[Element]> {
        buffer(timeSpan: RxTimeInterval(timeSpan), count: count, scheduler: scheduler)
    }

    /// Emits an element once nothing has followed it for `dueTime`; otherwise as `debounce(_:scheduler:)` with an
    /// `RxTimeInterval`. A span that is no whole number of nanoseconds is rounded away from zero; a span of 292 years
    /// or more never ends.
    ///
    /// - Parameters:
    ///   - dueTime: how long no other element may follow.
    ///   - scheduler: the scheduler whose clock is used.
    public func debounce(for dueTime: Duration, scheduler: SchedulerType) -> Observable<Element> {
        debounce(RxTimeInterval(dueTime), scheduler: scheduler)
    }

    /// Emits elements and the completion `dueTime` after they came, and errors at once; otherwise as
    /// `delay(_:scheduler:)` with an `RxTimeInterval`. A span that is no whole number of nanoseconds is rounded away
    /// from zero; a span of 292 years or more never ends.
    ///
    /// - Parameters:
    ///   - dueTime: how long each event waits.
    ///   - scheduler: the scheduler whose clock is used, and on which elements and the completion are emitted.
    public func delay(for dueTime: Duration, scheduler: SchedulerType) -> Observable<Element> {
        delay(RxTimeInterval(dueTime), scheduler: scheduler)
    }

    /// Leaves out the elements that come within `duration` of the subscription, and emits the rest; otherwise as
    /// `skip(_:scheduler:)` with an `RxTimeInterval`. A span that is no whole number of nanoseconds is rounded away
    /// from zero; a span of 292 years or more never ends.
    ///
    /// - Parameters:
    ///   - duration: how long to leave out elements.
    ///   - scheduler: the scheduler whose clock is used.
    public func skip(during duration: Duration, scheduler: SchedulerType) -> Observable<Element> {
        skip(RxTimeInterval(duration), scheduler: scheduler)
    }

    /// Emits the elements that come within `duration` of the subscription; otherwise as `take(for:scheduler:)` with an
    /// `RxTimeInterval`. A span that is no whole number of nanoseconds is rounded away from zero; a span of 292 years
    /// or more never ends.
    ///
    /// - Parameters:
    ///   - duration: how long to emit.
    ///   - scheduler: the scheduler whose clock is used.
    public func take(during duration: Duration, scheduler: SchedulerType) -> Observable<Element> {
        take(for: RxTimeInterval(duration), scheduler: scheduler)
    }

    /// Emits at most one element in each `dueTime`; otherwise as `throttle(_:latest:scheduler:)` with an
    /// `RxTimeInterval`. A span that is no whole number of nanoseconds is rounded away from zero; a span of 292 years
    /// or more never ends.
    ///
    /// - Parameters:
    ///   - dueTime: the least time from one element to the next.
    ///   - latest: whether to emit, once `dueTime` is over, the latest of the elements that came sooner.
    ///   - scheduler: the scheduler whose clock is used.
    public func throttle(for dueTime: Duration, latest: Bool = true, scheduler: SchedulerType) -> Observable<Element> {
        throttle(RxTimeInterval(dueTime), latest: latest, scheduler: scheduler)
    }

    /// Fails with `RxError.timeout` if the source lets more than `dueTime` pass without an element; otherwise as
    /// `timeout(_:scheduler:)` with an `RxTimeInterval`. A span that is no whole number of nanoseconds is rounded away
    /// from zero; a span of 292 years or more never ends.
    ///
    /// - Parameters:
    ///   - dueTime: how long to wait for each element.
    ///   - scheduler: the scheduler whose clock is used.
    public func timeout(after dueTime: Duration, scheduler: SchedulerType) -> Observable<Element> {
        timeout(RxTimeInterval(dueTime), scheduler: scheduler)
    }

    /// Goes on with `other` if the source lets more than `dueTime` pass without an element; otherwise as
    /// `timeout(_:other:scheduler:)` with an `RxTimeInterval`. A span that is no whole number of nanoseconds is rounded
    /// away from zero; a span of 292 years or more never ends.
    ///
    /// - Parameters:
    ///   - dueTime: how long to wait for each element.
    ///   - other: the source to go on with.
    ///   - scheduler: the scheduler whose clock is used.
    public func timeout<Source: ObservableConvertibleType>(
        after dueTime: Duration,
        other: Source,
        scheduler: SchedulerType
    ) -> Observable<Element> where Element == Source.Element {
        timeout(RxTimeInterval(dueTime), other: other, scheduler: scheduler)
    }

    /// Splits the source into windows, which are sources that follow one another; otherwise as
    /// `window(timeSpan:count:scheduler:)` with an `RxTimeInterval`. A span that is no whole number of nanoseconds is
    /// rounded away from zero; a span of 292 years or more never ends.
    ///
    /// - Parameters:
    ///   - timeSpan: how long a window lasts at most; as in `buffer(timeSpan:count:scheduler:)`.
    ///   - count: how many elements a window has at most; any number if it is 0 or less, as in RxSwift.
    ///   - scheduler: the scheduler whose clock is used.
    public func window(for timeSpan: Duration, count: Int, scheduler: SchedulerType) -> Observable<Observable<Element>>
    {
        window(timeSpan: RxTimeInterval(timeSpan), count: count, scheduler: scheduler)
    }
}

extension ConnectableObservableType {
    /// Connects when there are `minimum` subscribers, and disconnects when there has been none for `gracePeriod`;
    /// otherwise as `refCount(minimum:gracePeriod:scheduler:)` with an `RxTimeInterval`. A span that is no whole number
    /// of nanoseconds is rounded away from zero; a span of 292 years or more never ends.
    ///
    /// - Parameters:
    ///   - minimum: how many subscribers it takes to connect, at least 1.
    ///   - gracePeriod: how long the connection outlives its last subscriber. A subscriber that comes meanwhile joins
    ///     it.
    ///   - scheduler: the scheduler that times the period, and on which the connection is disposed.
    @_disfavoredOverload
    public func refCount(minimum: Int = 1, gracePeriod: Duration, scheduler: SchedulerType) -> Observable<Element> {
        refCount(minimum: minimum, gracePeriod: RxTimeInterval(gracePeriod), scheduler: scheduler)
    }
}

extension ReplaySubject {
    /// A subject that replays the elements that are younger than `window`; otherwise as
    /// `create(bufferSize:window:scheduler:)` with an `RxTimeInterval`. A span that is no whole number of nanoseconds
    /// is rounded away from zero; a span of 292 years or more never ends.
    ///
    /// - Parameters:
    ///   - bufferSize: how many elements to replay at most, at least 0.
    ///   - window: the age from which an element is not replayed any more.
    ///   - scheduler: the scheduler whose clock tells the age; nothing is scheduled on it.
    @inlinable
    @_disfavoredOverload
    public static func create(bufferSize: Int = .max, window: Duration, scheduler: SchedulerType) -> ReplaySubject<
        Element
    > {
        create(bufferSize: bufferSize, window: RxTimeInterval(window), scheduler: scheduler)
    }
}
