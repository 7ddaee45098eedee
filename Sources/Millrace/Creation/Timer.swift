extension ObservableType where Element: RxAbstractInteger {
    /// Emits 0 after `dueTime` and, with a `period`, the integers that follow, one each period.
    ///
    /// - **Emits** nothing while a bounded queue with the strategy `OverflowStrategy.suspend` further down is full, and
    ///   counts on: a gap in the integers says how many are missing.
    /// - **Completes** right after the 0 without a `period`, else never. The integer after `Element.max` is
    ///   `Element.min`.
    /// - **Fails** never.
    /// - **Disposal** stops the timer.
    /// - **Thread**: emits on `scheduler`.
    /// - **Complexity**: O(1) for each element; one scheduled action, periodic with a `period`.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = Observable<Int>
    ///     .timer(.seconds(5), period: .seconds(10), scheduler: scheduler)
    ///     .subscribe(onNext: { print("\($0) at \(scheduler.clock)") })
    /// scheduler.advanceTo(25)
    /// // 0 at 5
    /// // 1 at 15
    /// // 2 at 25
    /// ```
    ///
    /// - Parameters:
    ///   - dueTime: how long to wait for the first element; a negative span counts as none.
    ///   - period: how long from one element to the next; `nil` for a single one. In virtual time, the program stops if
    ///     100,000 elements come without a move of the clock, as with a period of 0.
    ///   - scheduler: whose clock to use, and where to emit.
    public static func timer(
        _ dueTime: RxTimeInterval,
        period: RxTimeInterval? = nil,
        scheduler: SchedulerType
    ) -> Observable<Element> {
        timer(dueTime, period: period, scheduler: scheduler, endless: "timer(_:period:scheduler:): period")
    }

    /// - Parameter argument: the operator and its parameter for `period`, for a message; `nil` if the operator ends.
    package static func timer(
        _ dueTime: RxTimeInterval,
        period: RxTimeInterval?,
        scheduler: SchedulerType,
        endless argument: StaticString?
    ) -> Observable<Element> {
        ClosureSource(kind: .scheduled(Awaited(.time, of: scheduler))) { downstream in
            let feed = ScheduledFeed(downstream)
            let pressure = Pressure.below(downstream)
            feed.attach { feed.count(from: 0, dueTime, period, scheduler, pressure, argument) { $0 &+ 1 } }
        }
    }
}

extension ScheduledFeed {
    /// It counts with a closure and does not use `Element` as an integer, because an action that is `@Sendable` must
    /// not use a conformance that may belong to an actor.
    fileprivate func count(
        from first: Element,
        _ dueTime: RxTimeInterval,
        _ period: RxTimeInterval?,
        _ scheduler: SchedulerType,
        _ pressure: Pressure?,
        _ argument: StaticString?,
        successor: @escaping (Element) -> Element
    ) -> Disposable {
        nonisolated(unsafe) let successor = successor
        guard let period else {
            return scheduler.scheduleRelative(first, dueTime: dueTime) { element in
                self.next(element)
                self.complete()
                return NopDisposable.instance
            }
        }
        nonisolated(unsafe) let standstill = argument.flatMap { Standstill(scheduler, period, $0) }
        return scheduler.schedulePeriodic(first, startAfter: dueTime, period: period) { element in
            standstill?.run()
            if pressure?.isOpen != false { self.next(element) }
            return successor(element)
        }
    }
}

extension ObservableType where Element: RxAbstractInteger {
    /// Emits 0, 1, 2 and so on, one each period, the first after one period.
    ///
    /// - **Completes** never. The integer after `Element.max` is `Element.min`.
    /// - **Fails** never.
    /// - **Disposal** stops the timer.
    /// - **Thread**: emits on `scheduler`.
    /// - **Complexity**: O(1) for each element; one periodic action.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = Observable<Int>.interval(.seconds(10), scheduler: scheduler)
    ///     .subscribe(onNext: { print("\($0) at \(scheduler.clock)") })
    /// scheduler.advanceTo(30)
    /// // 0 at 10
    /// // 1 at 20
    /// // 2 at 30
    /// ```
    ///
    /// - Parameters:
    ///   - period: how long from one element to the next; as in `timer(_:period:scheduler:)`.
    ///   - scheduler: whose clock to use, and where to emit.
    public static func interval(_ period: RxTimeInterval, scheduler: SchedulerType) -> Observable<Element> {
        timer(period, period: period, scheduler: scheduler, endless: "interval(_:scheduler:): period")
    }
}
