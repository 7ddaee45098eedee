extension ObservableType {
    /// Delivers the events of this source on `scheduler`, and has observers find the task-local values of the code that
    /// subscribes.
    ///
    /// - **Emits** what `observe(on:)` emits. The values are read once, when this operator is subscribed to, and are
    ///   there while the operator delivers: for all operators and observers below it, up to the next operator that
    ///   delivers elsewhere. Values that the code around an emission has are not carried.
    /// - **Completes**, and **fails**, when the source does, after the elements before it; with the same values.
    /// - **Disposal** disposes the source's subscription; events that still wait are dropped. The values are held as long
    ///   as the subscription.
    /// - **Thread**: observers are called on `scheduler`, one event at a time, in batches as with `observe(on:)`. The
    ///   scheduler's threads have the values only during these calls.
    /// - **Complexity**: as `observe(on:)`; for each batch, each key is set once.
    ///
    /// ```swift
    /// enum Trace { @TaskLocal static var id = "none" }
    /// let queue = SerialDispatchQueueScheduler(qos: .utility)
    /// let requests = Observable.of("GET /", "GET /help")
    ///     .observe(on: queue, carrying: Trace.$id)
    ///     .map { "\(Trace.id) \($0)" }
    /// let lines = try Trace.$id.withValue("7f3a") { try requests.toBlocking().toArray() }
    /// print(lines)
    /// // ["7f3a GET /", "7f3a GET /help"]
    /// ```
    ///
    /// - Parameters:
    ///   - scheduler: where observers are called.
    ///   - key: the task-local whose value to carry, such as `Trace.$id`.
    ///   - others: more of them.
    @inlinable
    public func observe<First: Sendable, each Other: Sendable>(
        on scheduler: ImmediateSchedulerType,
        carrying key: TaskLocal<First>,
        _ others: repeat TaskLocal<each Other>
    ) -> Observable<Element> {
        let keys = CarriedKeys(key, repeat each others)
        return Operator(asObservable(), on: scheduler) {
            ObserveOnSink.unbounded($0, scheduler, expected: 16, carrying: keys.captured())
        }
    }

    /// Delivers the events of this source on `actor`, isolated to it, with the task-local values of the code that
    /// subscribes; otherwise as `observe(on:carrying:_:)` with an ``ActorScheduler``.
    ///
    /// - Parameters:
    ///   - actor: where observers are called.
    ///   - key: the task-local whose value to carry, such as `Trace.$id`.
    ///   - others: more of them.
    @inlinable
    @_disfavoredOverload
    public func observe<First: Sendable, each Other: Sendable>(
        on actor: any Actor,
        carrying key: TaskLocal<First>,
        _ others: repeat TaskLocal<each Other>
    ) -> Observable<Element> {
        observe(on: ActorScheduler(actor), carrying: key, repeat each others)
    }

    /// Delivers the events of this source on `scheduler`, lets at most `capacity` elements wait, and has observers find
    /// the task-local values of the code that subscribes; otherwise as `observe(on:capacity:overflow:)` and
    /// `observe(on:carrying:_:)`.
    ///
    /// - Parameters:
    ///   - scheduler: where observers are called.
    ///   - capacity: how many elements may wait, at least 1.
    ///   - overflow: what to do with an element that comes when `capacity` elements wait already.
    ///   - key: the task-local whose value to carry, such as `Trace.$id`.
    ///   - others: more of them.
    ///   - file: the path of the file of the call; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    @inlinable
    public func observe<First: Sendable, each Other: Sendable>(
        on scheduler: ImmediateSchedulerType,
        capacity: Int,
        overflow: OverflowStrategy,
        carrying key: TaskLocal<First>,
        _ others: repeat TaskLocal<each Other>,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> Observable<Element> {
        let keys = CarriedKeys(key, repeat each others)
        return observe(on: scheduler, capacity, overflow, Place(file, line), carrying: keys, function: #function)
    }
}
