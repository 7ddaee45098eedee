// Written by `make generate` (Tools/generate-durations); do not edit.

import Millrace

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Makes a second attempt when the first one is slow; otherwise as `hedged(after:atMost:scheduler:)` with an
    /// `RxTimeInterval`. A span that is no whole number of nanoseconds is rounded away from zero; a span of 292 years
    /// or more never ends.
    ///
    /// - Parameters:
    ///   - dueTime: how long the latest attempt is waited for before a further one is made.
    ///   - limit: how many attempts there are at most, with the first; at least 1.
    ///   - scheduler: the scheduler whose clock is used.
    @_disfavoredOverload
    public func hedged(after dueTime: Duration, atMost limit: Int = 2, scheduler: SchedulerType) -> Single<Element> {
        hedged(after: RxTimeInterval(dueTime), atMost: limit, scheduler: scheduler)
    }
}

extension ObservableType {
    /// Emits an element of its own making whenever nothing has been emitted for `period`; otherwise as
    /// `keepAlive(every:scheduler:_:)` with an `RxTimeInterval`. A span that is no whole number of nanoseconds is
    /// rounded away from zero; a span of 292 years or more never ends.
    ///
    /// - Parameters:
    ///   - period: how long nothing may come, more than 0. In virtual time, the program stops if this time passes 100,000
    ///     times without a move of the clock.
    ///   - scheduler: the scheduler whose clock is used.
    ///   - make: makes what is emitted.
    @_disfavoredOverload
    public func keepAlive(every period: Duration, scheduler: SchedulerType, _ make: @escaping () -> Element)
        -> Observable<Element>
    {
        keepAlive(every: RxTimeInterval(period), scheduler: scheduler, make)
    }

    /// Emits elements in batches; otherwise as `batch(upTo:within:scheduler:)` with an `RxTimeInterval`. A span that is
    /// no whole number of nanoseconds is rounded away from zero; a span of 292 years or more never ends.
    ///
    /// - Parameters:
    ///   - count: how many elements a batch has at most, at least 1.
    ///   - timeSpan: how long an element waits at most for its batch to become full.
    ///   - scheduler: the scheduler whose clock is used.
    @_disfavoredOverload
    public func batch(upTo count: Int, within timeSpan: Duration, scheduler: SchedulerType) -> Observable<[Element]> {
        batch(upTo: count, within: RxTimeInterval(timeSpan), scheduler: scheduler)
    }

    /// Emits elements in batches; otherwise as `batch(upTo:weight:of:within:scheduler:)` with an `RxTimeInterval`. A
    /// span that is no whole number of nanoseconds is rounded away from zero; a span of 292 years or more never ends.
    ///
    /// - Parameters:
    ///   - count: how many elements a batch has at most, at least 1.
    ///   - weight: how much the elements of a batch weigh together at most, at least 1, unless there is only one.
    ///   - weightOf: says what an element weighs, such as its bytes; less than 0 counts as 0.
    ///   - timeSpan: how long an element waits at most for its batch to become full.
    ///   - scheduler: the scheduler whose clock is used.
    @_disfavoredOverload
    public func batch(
        upTo count: Int,
        weight: Int,
        of weightOf: @escaping (Element) throws -> Int,
        within timeSpan: Duration,
        scheduler: SchedulerType
    ) -> Observable<[Element]> {
        batch(upTo: count, weight: weight, of: weightOf, within: RxTimeInterval(timeSpan), scheduler: scheduler)
    }

    /// Splits the source into groups, each of which ends when no element has come for it for a time; otherwise as
    /// `groupBy(_:idle:atMost:scheduler:)` with an `RxTimeInterval`. A span that is no whole number of nanoseconds is
    /// rounded away from zero; a span of 292 years or more never ends.
    ///
    /// - Parameters:
    ///   - keySelector: makes the key of an element, which says what group the element belongs to.
    ///   - idle: how long a group goes without an element before it completes.
    ///   - limit: how many groups there are at most, at least 1; as in `groupBy(_:atMost:)`. Without it, there may be
    ///     as many as the keys that come within `idle`.
    ///   - scheduler: the scheduler whose clock is used.
    @_disfavoredOverload
    public func groupBy<Key: Hashable>(
        _ keySelector: @escaping (Element) throws -> Key,
        idle: Duration,
        atMost limit: Int = .max,
        scheduler: SchedulerType
    ) -> Observable<GroupedObservable<Key, Element>> {
        groupBy(keySelector, idle: RxTimeInterval(idle), atMost: limit, scheduler: scheduler)
    }

    /// Splits the source into groups, each of which ends when a source made for it emits or completes, or when no
    /// element has come for it for a time; otherwise as `groupBy(_:idle:until:atMost:scheduler:)` with an
    /// `RxTimeInterval`. A span that is no whole number of nanoseconds is rounded away from zero; a span of 292 years
    /// or more never ends.
    ///
    /// - Parameters:
    ///   - keySelector: makes the key of an element, which says what group the element belongs to.
    ///   - idle: how long a group goes without an element before it completes.
    ///   - end: makes the notifier of a group, from the group: the source that says when the group ends.
    ///   - limit: how many groups there are at most, at least 1; as in `groupBy(_:atMost:)`.
    ///   - scheduler: the scheduler whose clock is used.
    @_disfavoredOverload
    public func groupBy<Key: Hashable, Notifier: ObservableConvertibleType>(
        _ keySelector: @escaping (Element) throws -> Key,
        idle: Duration,
        until end: @escaping (GroupedObservable<Key, Element>) throws -> Notifier,
        atMost limit: Int = .max,
        scheduler: SchedulerType
    ) -> Observable<GroupedObservable<Key, Element>> {
        groupBy(keySelector, idle: RxTimeInterval(idle), until: end, atMost: limit, scheduler: scheduler)
    }
}
