import Millrace

extension ObservableType {
    /// Emits the events of a source that several threads emit into one at a time.
    ///
    /// ```
    /// thread 1        --a-----c-----|
    /// thread 2        --b---d---e----
    /// asSerialized()  --a-b-d-c-e---|
    /// ```
    ///
    /// The grammar of events asks for one thread at a time, and most operators rely on it. A source of a user's own may
    /// not keep that rule, nor do two threads that send to one subject. This operator makes their events a sequence that
    /// keeps the rule.
    ///
    /// - **Emits** each event once. The events of each thread keep their order, including those that a callback sends:
    ///   they follow when the callback has returned.
    /// - **Completes** when the source does, after the events that wait.
    /// - **Fails** when the source does, after the events that wait.
    /// - **Disposal** disposes the source's subscription, and drops the events that wait.
    /// - **Thread**: an event is delivered on the thread that sends it. If another thread is delivering at that moment, the
    ///   event waits, and that thread delivers it; no thread waits for a callback. A thread delivers at most 16 events of
    ///   other threads at a time, then lets one of these threads go on with the delivery.
    /// - **Complexity**: O(1) for each event. An event that waits is allocated; how many wait is not limited, except by
    ///   the time that callbacks take. Threads that send faster than the callbacks run need
    ///   `observe(on:capacity:overflow:)` instead, which also serializes and has a limit.
    ///
    /// ```swift
    /// let readings = PublishSubject<Int>()
    /// let subscription = readings.asSerialized()
    ///     .subscribe(onNext: { reading in
    ///         if reading == 1 { readings.onNext(2) }
    ///         print("\(reading) is done")
    ///     })
    /// readings.onNext(1)
    /// // 1 is done
    /// // 2 is done
    /// ```
    @inlinable
    public func asSerialized() -> Observable<Element> {
        serialized(function: #function)
    }
}
