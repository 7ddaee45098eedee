extension ObservableType {
    /// Delivers the events of this source on `scheduler`, and lets at most `capacity` elements wait for the delivery.
    ///
    /// - **Emits** the elements of the source, in order, except those that were dropped. An element counts as waiting
    ///   until its delivery begins. `Hooks.droppedElementHandler` is called for each dropped element, on the thread
    ///   that emits.
    /// - **Completes** when the source does, after the elements that wait. A terminal event needs no room.
    /// - **Fails** when the source does, after the elements that wait. With the strategy `.error`, an element that
    ///   finds no room makes the stream fail with an `OverflowError`, also after the elements that wait; the source's
    ///   subscription is disposed at once.
    /// - **Disposal** disposes the source's subscription; events that still wait are dropped, without a call of the
    ///   hook.
    /// - **Thread**: the source may emit on any thread; observers are called on `scheduler`, one event at a time, in
    ///   batches as with `observe(on:)`.
    /// - **Complexity**: O(1) for each event. With `.dropOldest`, `.dropNewest` and `.error`, the queue allocates nothing for
    ///   an event: the room for twice `capacity` elements, at least 32, is allocated with the subscription. A scheduler may
    ///   allocate for each action: for each batch or, where each event is an action of its own, for each event.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = Observable.of(1, 2, 3, 4)
    ///     .observe(on: scheduler, capacity: 2, overflow: .dropOldest)
    ///     .subscribe(onNext: { print($0) })
    /// scheduler.start() // by now the source has emitted everything
    /// // 3
    /// // 4
    /// ```
    ///
    /// - Parameters:
    ///   - scheduler: where observers are called.
    ///   - capacity: how many elements may wait, at least 1.
    ///   - overflow: what to do with an element that comes when `capacity` elements wait already.
    ///   - file: the path of the file of the call; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    @inlinable
    public func observe(
        on scheduler: ImmediateSchedulerType,
        capacity: Int,
        overflow: OverflowStrategy,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> Observable<Element> {
        observe(on: scheduler, capacity, overflow, Place(file, line), carrying: nil, function: #function)
    }

    /// As `observe(on:capacity:overflow:)`, for adapters that count.
    ///
    /// - Parameter onDrop: called for each element that is dropped, on the thread that emits; with `.error`, for the one
    ///   that finds no room.
    package func observe(
        on scheduler: ImmediateSchedulerType,
        capacity: Int,
        overflow: OverflowStrategy,
        file: StaticString,
        line: UInt,
        onDrop: (@Sendable () -> Void)?
    ) -> Observable<Element> {
        observe(
            on: scheduler,
            capacity,
            overflow,
            Place(file, line),
            carrying: nil,
            onDrop: onDrop,
            function: "observe(on:capacity:overflow:)"
        )
    }

    @inlinable
    func observe(
        on scheduler: ImmediateSchedulerType,
        _ capacity: Int,
        _ overflow: OverflowStrategy,
        _ place: Place,
        carrying keys: CarriedKeys?,
        onDrop: (@Sendable () -> Void)? = nil,
        function: StaticString = #function
    ) -> Observable<Element> {
        require(capacity > 0, "observe(on:capacity:overflow:): capacity must be at least 1, not \(capacity)")
        require(
            overflow == .buffer || capacity <= BoundedQueue<Element>.mostElements,
            "observe(on:capacity:overflow:): no memory is large enough for a capacity of \(capacity)"
        )
        if overflow == .buffer {
            return Operator(asObservable(), on: scheduler, function: function) {
                ObserveOnSink.unbounded($0, scheduler, expected: capacity, carrying: keys?.captured())
            }
        }
        let bound = Bound("observe(on:capacity:overflow:)", capacity, overflow, place, onDrop)
        var source = asObservable()
        if overflow == .error { source = Operator(source) { ObserveOnSink<Element, LockedQueue>.makeGuard($0) } }
        return Operator(source, on: scheduler, function: function) {
            ObserveOnSink.bounded($0, scheduler, bound, carrying: keys?.captured())
        }
    }
}

extension LockedQueue: HandOverQueue {}

extension ObserveOnSink where Queue == LockedQueue<Element> {
    /// Makes a sink whose queue has a bound.
    @inlinable
    static func bounded(
        _ downstream: Sink<Element>,
        _ scheduler: ImmediateSchedulerType,
        _ bound: Bound,
        carrying carried: CarriedValues?
    ) -> ObserveOnSink {
        ObserveOnSink(downstream, scheduler, LockedQueue(bound), carrying: carried) { sink, element in
            let sink = sink.downcast(to: ObserveOnSink<Element, LockedQueue<Element>>.self)
            if !sink.isOpen || sink.hasEnd { return }
            if sink.queue.push(element) { sink.signal() } else { sink.finish(with: .error(sink.queue.overflowError)) }
        }
    }

    /// Makes the sink that feeds a sink with the strategy `.error`. It disposes the source's subscription as soon as
    /// the sink below has failed, while that sink goes on to deliver the elements that wait.
    @inlinable
    static func makeGuard(_ sink: Sink<Element>) -> Sink<Element> {
        OperatorSink<Element, Element>(sink, plain: true) { sink, element in
            let sink = sink.downcast(to: OperatorSink<Element, Element>.self)
            sink.forward(element)
            // Asked of whatever is below: that may be a stage that counts.
            if sink.downstream.use({ $0.takesNoMore }) { sink.dispose() }
        }
    }
}
