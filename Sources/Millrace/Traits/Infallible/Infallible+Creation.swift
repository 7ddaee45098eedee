extension Infallible {
    /// What an `Infallible` sends its events to.
    public typealias InfallibleObserver = (InfallibleEvent<Element>) -> Void

    /// A sequence whose subscriptions run `subscribe`; as `ObservableType.create(_:)`.
    ///
    /// - **Emits** the elements that `subscribe` sends, until it sends `.completed`.
    /// - **Disposal** disposes what `subscribe` returned; so does the completion.
    /// - **Thread**: `subscribe` is called on the thread that subscribes; emits on the thread that sends the event.
    ///
    /// ```swift
    /// let countdown = Infallible<Int>.create { observer in
    ///     for number in [2, 1] { observer(.next(number)) }
    ///     observer(.completed)
    ///     return Disposables.create()
    /// }
    /// let subscription = countdown.subscribe(onNext: { print($0) })
    /// // 2
    /// // 1
    /// ```
    ///
    /// - Parameter subscribe: called once for each subscription, with the closure to call with the events. It returns
    ///   what to dispose when the subscription ends.
    @_alwaysEmitIntoClient
    public static func create(
        subscribe: @escaping (@escaping InfallibleObserver) -> Disposable
    ) -> Infallible<Element> {
        Infallible(.create { observer in subscribe { observer.on($0.event) } })
    }

    /// Emits its arguments, in order; as `ObservableType.of(_:scheduler:)`.
    ///
    /// - Parameters:
    ///   - elements: what to emit.
    ///   - scheduler: where to emit.
    @_alwaysEmitIntoClient
    public static func of(
        _ elements: Element...,
        scheduler: ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Infallible<Element> {
        Infallible(.from(elements, scheduler: scheduler))
    }

    /// Emits the elements of an array, in order; as `ObservableType.from(_:scheduler:)`.
    ///
    /// - Parameters:
    ///   - array: the elements.
    ///   - scheduler: where to emit.
    @_alwaysEmitIntoClient
    public static func from(
        _ array: [Element],
        scheduler: ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Infallible<Element> {
        Infallible(.from(array, scheduler: scheduler))
    }

    /// Emits the elements of a sequence, in order; as `ObservableType.from(_:scheduler:)`.
    ///
    /// - Parameters:
    ///   - sequence: the elements; each subscription makes an iterator of its own.
    ///   - scheduler: where to iterate and emit.
    @_alwaysEmitIntoClient
    public static func from<Sequence: Swift.Sequence>(
        _ sequence: Sequence,
        scheduler: ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Infallible<Element> where Sequence.Element == Element {
        Infallible(.from(sequence, scheduler: scheduler))
    }
}

extension InfallibleType {
    /// Emits `element` and completes; as `ObservableType.just(_:)`.
    ///
    /// - Parameter element: what to emit.
    @_alwaysEmitIntoClient
    public static func just(_ element: Element) -> Infallible<Element> {
        Infallible(.just(element))
    }

    /// Emits `element` on `scheduler` and completes; as `ObservableType.just(_:scheduler:)`.
    ///
    /// - Parameters:
    ///   - element: what to emit.
    ///   - scheduler: where to emit.
    public static func just(_ element: Element, scheduler: ImmediateSchedulerType) -> Infallible<Element> {
        Infallible(.just(element, scheduler: scheduler))
    }

    /// A sequence that sends nothing; as `ObservableType.never()`.
    public static func never() -> Infallible<Element> {
        Infallible(.never())
    }

    /// A sequence that completes at once; as `ObservableType.empty()`.
    public static func empty() -> Infallible<Element> {
        Infallible(.empty())
    }

    /// Calls `observableFactory` for each subscription, and emits what the sequence that it returns emits; as
    /// `ObservableType.deferred(_:)`.
    ///
    /// - **Fails** only if `observableFactory` throws, which breaks the promise.
    ///
    /// - Parameter observableFactory: makes the sequence to subscribe to.
    @_alwaysEmitIntoClient
    public static func deferred(
        _ observableFactory: @escaping () throws -> Infallible<Element>
    ) -> Infallible<Element> {
        Infallible(.deferred { try observableFactory().source })
    }
}
