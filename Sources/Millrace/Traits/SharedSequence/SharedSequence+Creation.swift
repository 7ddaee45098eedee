extension SharedSequence {
    /// A sequence that completes at once; as `ObservableType.empty()`, on the strategy's scheduler.
    public static func empty() -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(raw: .empty().subscribe(on: SharingStrategy.scheduler))
    }

    /// A sequence that sends nothing; as `ObservableType.never()`.
    public static func never() -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(raw: .never())
    }

    /// Emits `element` and completes; as `ObservableType.just(_:)`, on the strategy's scheduler.
    ///
    /// - Parameter element: what to emit.
    public static func just(_ element: Element) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(raw: .just(element).subscribe(on: SharingStrategy.scheduler))
    }

    /// Calls `observableFactory` when the first subscriber comes, and emits what the sequence that it returns emits;
    /// otherwise as `ObservableType.deferred(_:)`.
    ///
    /// - Parameter observableFactory: makes the sequence to subscribe to. Once all subscribers have left or the
    ///   sequence has ended, it is called again for the next subscriber.
    @_alwaysEmitIntoClient
    public static func deferred(
        _ observableFactory: @escaping () -> SharedSequence<SharingStrategy, Element>
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(.deferred { observableFactory().asObservable() })
    }

    /// Emits its arguments, in order, to each subscriber; as `ObservableType.of(_:scheduler:)`, on the strategy's
    /// scheduler.
    ///
    /// - Parameter elements: what to emit.
    public static func of(_ elements: Element...) -> SharedSequence<SharingStrategy, Element> {
        from(elements)
    }

    /// Emits the elements of an array, in order, to each subscriber; as `ObservableType.from(_:scheduler:)`, on the
    /// strategy's scheduler.
    ///
    /// - Parameter array: the elements.
    public static func from(_ array: [Element]) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(raw: .from(array, scheduler: SharingStrategy.scheduler))
    }

    /// Emits the elements of a sequence, in order, to each subscriber; as `ObservableType.from(_:scheduler:)`, on the
    /// strategy's scheduler.
    ///
    /// - Parameter sequence: the elements; each subscription makes an iterator of its own.
    public static func from<Sequence: Swift.Sequence>(
        _ sequence: Sequence
    ) -> SharedSequence<SharingStrategy, Element> where Sequence.Element == Element {
        SharedSequence(raw: .from(sequence, scheduler: SharingStrategy.scheduler))
    }

    /// Emits the element, if there is one, and completes; as `ObservableType.from(optional:scheduler:)`, on the
    /// strategy's scheduler.
    ///
    /// - Parameter optional: the element.
    public static func from(optional: Element?) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(raw: .from(optional: optional, scheduler: SharingStrategy.scheduler))
    }
}

extension SharedSequence where Element: FixedWidthInteger {
    /// Counts from 0, one element every `period`, on the strategy's scheduler; as
    /// `ObservableType.interval(_:scheduler:)`.
    ///
    /// - Parameter period: the time before the first element and between elements.
    public static func interval(_ period: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(.interval(period, scheduler: SharingStrategy.scheduler))
    }

    /// Counts from 0, on the strategy's scheduler; as `ObservableType.timer(_:period:scheduler:)`.
    ///
    /// - Parameters:
    ///   - dueTime: the time before the first element.
    ///   - period: the time between elements.
    public static func timer(
        _ dueTime: RxTimeInterval,
        period: RxTimeInterval
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(.timer(dueTime, period: period, scheduler: SharingStrategy.scheduler))
    }
}
