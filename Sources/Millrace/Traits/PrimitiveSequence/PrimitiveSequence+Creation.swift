extension PrimitiveSequence {
    /// Calls `observableFactory` for each subscription, and sends what the source that it returns sends; as
    /// `ObservableType.deferred(_:)`.
    ///
    /// - **Fails** when that source does, or with the error that `observableFactory` throws.
    /// - **Thread**: calls `observableFactory` on the thread that subscribes.
    ///
    /// - Parameter observableFactory: makes the source to subscribe to.
    @_alwaysEmitIntoClient
    public static func deferred(
        _ observableFactory: @escaping () throws -> PrimitiveSequence<Trait, Element>
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: .deferred { try observableFactory().source })
    }

    /// Makes a resource for each subscription, and sends what the source made from the resource sends; as
    /// `ObservableType.using(_:observableFactory:)`.
    ///
    /// - **Fails** when that source does, or with the error that one of the factories throws.
    /// - **Disposal** disposes the subscription to that source and then the resource. A terminal event does the same,
    ///   after it has been delivered.
    /// - **Thread**: calls the factories on the thread that subscribes.
    ///
    /// - Parameters:
    ///   - resourceFactory: makes the resource.
    ///   - primitiveSequenceFactory: makes the source to subscribe to from the resource.
    @_alwaysEmitIntoClient
    public static func using<Resource: Disposable>(
        _ resourceFactory: @escaping () throws -> Resource,
        primitiveSequenceFactory: @escaping (Resource) throws -> PrimitiveSequence<Trait, Element>
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: .using(resourceFactory, observableFactory: sources(of: primitiveSequenceFactory)))
    }
}

extension PrimitiveSequenceType where Element: RxAbstractInteger {
    /// Emits 0 after `dueTime`, and completes right after it; as `ObservableType.timer(_:scheduler:)`.
    ///
    /// - **Fails** never.
    /// - **Disposal** stops the timer.
    /// - **Thread**: emits on `scheduler`.
    /// - **Complexity**: O(1); one scheduled action.
    ///
    /// - Parameters:
    ///   - dueTime: how long to wait; a negative span counts as none.
    ///   - scheduler: whose clock to use, and where to emit.
    public static func timer(
        _ dueTime: RxTimeInterval,
        scheduler: SchedulerType
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: .timer(dueTime, scheduler: scheduler))
    }
}

/// What `factory` makes, without the promise. It knows nothing of `Input`, because a closure that is `@Sendable` must
/// not use a conformance that may belong to an actor.
@inlinable
func sources<Input, Trait, Element>(
    of factory: @escaping (Input) throws -> PrimitiveSequence<Trait, Element>
) -> (Input) throws -> Observable<Element> {
    { try factory($0).source }
}
