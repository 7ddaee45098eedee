extension PrimitiveSequence {
    /// Sends the element and the end `dueTime` later, an error at once; as `ObservableType.delay(_:scheduler:)`.
    ///
    /// - Parameters:
    ///   - dueTime: by how much to delay.
    ///   - scheduler: whose clock to use, and where to emit.
    public func delay(_ dueTime: RxTimeInterval, scheduler: SchedulerType) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.delay(dueTime, scheduler: scheduler))
    }

    /// Subscribes to the source `dueTime` later; as `ObservableType.delaySubscription(_:scheduler:)`.
    ///
    /// - Parameters:
    ///   - dueTime: by how much to delay.
    ///   - scheduler: whose clock to use, and where to subscribe.
    public func delaySubscription(
        _ dueTime: RxTimeInterval,
        scheduler: SchedulerType
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.delaySubscription(dueTime, scheduler: scheduler))
    }

    /// Fails with `RxError.timeout` if the source has sent nothing after `dueTime`; as
    /// `ObservableType.timeout(_:scheduler:)`.
    ///
    /// - Parameters:
    ///   - dueTime: how long to wait, from the subscription on.
    ///   - scheduler: whose clock to use.
    public func timeout(_ dueTime: RxTimeInterval, scheduler: SchedulerType) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.timeout(dueTime, scheduler: scheduler))
    }

    /// Goes on with `other` if the source has sent nothing after `dueTime`; as
    /// `ObservableType.timeout(_:other:scheduler:)`.
    ///
    /// - Parameters:
    ///   - dueTime: how long to wait, from the subscription on.
    ///   - other: what to go on with, without a limit of time.
    ///   - scheduler: whose clock to use.
    public func timeout(
        _ dueTime: RxTimeInterval,
        other: PrimitiveSequence<Trait, Element>,
        scheduler: SchedulerType
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.timeout(dueTime, other: other.source, scheduler: scheduler))
    }
}

extension PrimitiveSequence {
    /// Delivers what the source sends on `scheduler`; as `ObservableType.observe(on:)`.
    ///
    /// - Parameter scheduler: where observers are called.
    @_alwaysEmitIntoClient
    public func observe(on scheduler: ImmediateSchedulerType) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.observe(on: scheduler))
    }

    /// Calls observers on `actor`, isolated to it; as `ObservableType.observe(on:)` with an actor.
    ///
    /// - Parameter actor: where observers are called.
    @_disfavoredOverload
    public func observe(on actor: any Actor) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.observe(on: actor))
    }

    /// Calls observers on `scheduler`, where they find the task-local values of the code that subscribes; as
    /// `ObservableType.observe(on:carrying:_:)`.
    ///
    /// - Parameters:
    ///   - scheduler: where observers are called.
    ///   - key: the task-local whose value to carry, such as `Trace.$id`.
    ///   - others: more of them.
    public func observe<First: Sendable, each Other: Sendable>(
        on scheduler: ImmediateSchedulerType,
        carrying key: TaskLocal<First>,
        _ others: repeat TaskLocal<each Other>
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.observe(on: scheduler, carrying: key, repeat each others))
    }

    /// Subscribes to the source, and disposes the subscription, on `scheduler`; as `ObservableType.subscribe(on:)`.
    ///
    /// - Parameter scheduler: where the source is subscribed to, and where that subscription is disposed.
    public func subscribe(on scheduler: ImmediateSchedulerType) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.subscribe(on: scheduler))
    }

    /// Prints what happens in each subscription to standard output; as `ObservableType.debug`.
    ///
    /// The end that follows an element is printed as an event of its own.
    ///
    /// - Parameters:
    ///   - identifier: what lines begin with; if it is `nil`, the place of this call.
    ///   - trimOutput: whether an event whose text is longer than 40 characters is cut to the first and last 20.
    ///   - file: the file that the call is in.
    ///   - line: the line that it is on.
    ///   - function: the function that it is in.
    public func debug(
        _ identifier: String? = nil,
        trimOutput: Bool = false,
        file: String = #file,
        line: UInt = #line,
        function: String = #function
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(
            raw: source.debug(identifier, trimOutput: trimOutput, file: file, line: line, function: function)
        )
    }
}
