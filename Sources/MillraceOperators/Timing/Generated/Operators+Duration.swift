// Written by `make generate` (Tools/generate-durations); do not edit.

import Millrace

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
}
