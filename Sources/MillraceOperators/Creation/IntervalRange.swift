import Millrace

extension ObservableType where Element: RxAbstractInteger {
    /// Emits the integers of a range, one each period.
    ///
    /// ```
    /// intervalRange(start: 5, count: 3, …)  ---5--6--(7|)
    /// ```
    ///
    /// - **Emits** `start` after `initialDelay`, then an integer each `period`. While a bounded queue with the strategy
    ///   `OverflowStrategy.suspend` further down is full, integers are left out.
    /// - **Completes** right after the last integer; after `initialDelay` if `count` is 0.
    /// - **Fails** never.
    /// - **Disposal** stops the timer.
    /// - **Thread**: emits on `scheduler`.
    /// - **Complexity**: O(1) for each element; one periodic action.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = Observable<Int>
    ///     .intervalRange(start: 5, count: 3, initialDelay: .seconds(1), period: .seconds(10), scheduler: scheduler)
    ///     .subscribe(onNext: { print("\($0) at \(scheduler.clock)") }, onCompleted: { print("completed") })
    /// scheduler.advanceTo(60)
    /// // 5 at 1
    /// // 6 at 11
    /// // 7 at 21
    /// // completed
    /// ```
    ///
    /// - Parameters:
    ///   - start: the first integer.
    ///   - count: how many, at least 0; `start + (count - 1)` must be a value of `Element`.
    ///   - initialDelay: how long to wait for the first integer; a negative span counts as none.
    ///   - period: how long from one integer to the next.
    ///   - scheduler: whose clock to use, and where to emit.
    public static func intervalRange(
        start: Element,
        count: Int,
        initialDelay: RxTimeInterval,
        period: RxTimeInterval,
        scheduler: SchedulerType
    ) -> Observable<Element> {
        let name = "Observable.intervalRange(start:count:initialDelay:period:scheduler:)"
        require(count >= 0, "\(name): count is \(count); it must not be negative")
        // From the lowest integer to the greatest is further than `Element` can say.
        let room = Element.Magnitude(truncatingIfNeeded: Element.max &- start)
        require(
            count == 0 || count - 1 <= room,
            "\(name): start \(start) with count \(count) goes past \(Element.max)"
        )
        let receive: Sink<Int>.Receive = { sink, index in
            let sink = sink.downcast(to: OperatorSink<Int, Element>.self)
            if index < count { sink.forward(start &+ Element(truncatingIfNeeded: index)) }
            // Past the end if the last integer was left out.
            if index >= count - 1 { sink.finish() }
        }
        return Operator(Observable<Int>.timer(initialDelay, period: period, scheduler: scheduler, endless: nil)) {
            OperatorSink($0, plain: true, receive: receive)
        }
    }
}
