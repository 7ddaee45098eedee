import Millrace

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ObservableType {
    /// Emits each element together with the time at which it came.
    ///
    /// ```
    /// source        --a-----b--|
    /// timestamp     --a,2---b,8|
    /// ```
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on; `scheduler` only tells the time.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// On the main scheduler and those of dispatch queues, the time is the time of day, and jumps when the system's clock
    /// is set. To measure, use `timeInterval(scheduler:)`, which does not notice that.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = scheduler.cold("--a---b|")
    ///     .timestamp(scheduler: scheduler)
    ///     .subscribe(onNext: { print($0.element, $0.timestamp.timeIntervalSince1970) })
    /// scheduler.start()
    /// // a 2.0
    /// // b 6.0
    /// ```
    ///
    /// - Parameter scheduler: the scheduler whose `now` is read.
    @inlinable
    public func timestamp(scheduler: SchedulerType) -> Observable<(element: Element, timestamp: RxTime)> {
        map { (element: $0, timestamp: scheduler.now) }
    }

    /// Emits each element together with the time that has passed since the element before it.
    ///
    /// ```
    /// source        --a-----b--|
    /// timeInterval  --a,2---b,6|
    /// ```
    ///
    /// - **Emits** the first element with the time that has passed since the subscription.
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on; `scheduler` only tells the time.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = scheduler.cold("--a---b|")
    ///     .timeInterval(scheduler: scheduler)
    ///     .subscribe(onNext: { print("\($0.element) after \($0.interval) s") })
    /// scheduler.start()
    /// // a after 2.0 s
    /// // b after 4.0 s
    /// ```
    ///
    /// - Parameter scheduler: the scheduler whose clock is read.
    /// - Returns: the elements, each with the time in seconds.
    @inlinable
    public func timeInterval(scheduler: SchedulerType) -> Observable<(element: Element, interval: TimeInterval)> {
        typealias Timer = StatefulSink<RxTime, Element, (element: Element, interval: TimeInterval)>
        let stopwatch = scheduler.stopwatch
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: Timer.self)
            let now = stopwatch.reading
            let previous = sink.exchangeState(for: now)
            sink.forward((element: element, interval: now.timeIntervalSince(previous)))
        }
        return Operator(asObservable()) { Timer($0, state: stopwatch.reading, receive: receive) }
    }
}
