/// The observable of an operator that does more for a subscription than attach one sink to its source: a closure does
/// the work for each subscription.
@usableFromInline
class ClosureOperator<Input, Output>: Producer<Output>, @unchecked Sendable {
    // Owned; unmanaged so that long chains are released without recursion. `body` must not hold the source.
    @usableFromInline
    final let source: Held<Observable<Input>>

    @usableFromInline
    final let body: (_ source: Observable<Input>, _ downstream: Sink<Output>) -> Void

    @usableFromInline
    final let function: OperatorName

    @inlinable
    init(
        _ source: Observable<Input>,
        function: StaticString = #function,
        _ body: @escaping (Observable<Input>, Sink<Output>) -> Void
    ) {
        self.source = Held(retaining: source)
        self.body = body
        self.function = OperatorName(function)
        super.init()
    }

    override final var chainEntry: ChainEntry { ChainEntry(name: function.description, source: source.object) }

    override final var pausing: Pausing { .asItsSources }

    deinit {
        releaseLink(source)
    }

    @usableFromInline
    override final func attach(owned downstream: Held<Sink<Output>>) {
        let downstream = downstream.take()
        source.use { body($0, downstream) }
    }
}

/// A source whose work for each subscription is a closure: a source that subscribes to others, or obeys the pressure.
@usableFromInline
class ClosureSource<Element>: Producer<Element>, @unchecked Sendable {
    @usableFromInline
    final let body: (Sink<Element>) -> Void

    @usableFromInline
    final let function: OperatorName

    @inlinable
    init(function: StaticString = #function, _ body: @escaping (Sink<Element>) -> Void) {
        self.body = body
        self.function = OperatorName(function)
        super.init()
    }

    override final var chainEntry: ChainEntry { ChainEntry(name: function.description, source: nil) }

    @usableFromInline
    override var pausing: Pausing { .asItsSources }

    @usableFromInline
    override final func attach(owned sink: Held<Sink<Element>>) {
        let sink = sink.take()
        body(sink)
    }
}

/// A `ClosureOperator` that, like `Operator`, emits only when its source does.
@usableFromInline
final class FedOperator<Input, Output>: ClosureOperator<Input, Output>, @unchecked Sendable {
    @inlinable
    override init(
        _ source: Observable<Input>,
        function: StaticString = #function,
        _ body: @escaping (Observable<Input>, Sink<Output>) -> Void
    ) {
        super.init(source, function: function, body)
    }

    override package var awaited: Awaited { .source(source.object) }

    // `DoSink` calls closures after it has passed a terminal event on. The receiver of that event must not dispose the
    // `DoSink` earlier, so the `DoSink` asks its downstream whether it ends the chain.
    @usableFromInline
    override var looksDownstream: Bool { true }
}

/// A source that emits, or begins to emit, in an action of a scheduler.
final class ScheduledSource<Element>: ClosureSource<Element>, @unchecked Sendable {
    private let action: Awaited

    init(
        _ action: Awaited.Action,
        on scheduler: ImmediateSchedulerType,
        function: StaticString = #function,
        _ body: @escaping (Sink<Element>) -> Void
    ) {
        self.action = .action(action, of: scheduler)
        super.init(function: function, body)
    }

    override var awaited: Awaited { action }

    // Only `subscribe(on:)` subscribes to another source.
    override var pausing: Pausing {
        if case .action(.start, _) = action { return .asItsSources }
        return .pauses
    }
}
