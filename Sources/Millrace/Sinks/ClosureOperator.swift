/// The observable of an operator that does more for a subscription than attach one sink to its source: a closure does
/// the work for each subscription.
@usableFromInline
final class ClosureOperator<Input, Output>: Producer<Output>, @unchecked Sendable {
    // Owned; unmanaged so that long chains are released without recursion. `body` must not hold the source.
    @usableFromInline
    let source: Held<Observable<Input>>

    @usableFromInline
    let body: (_ source: Observable<Input>, _ downstream: Sink<Output>) -> Void

    @usableFromInline
    let function: UnsafePointer<UInt8>

    @usableFromInline
    let isFed: Bool

    /// - Parameter isFed: whether the operator, like an `Operator`, emits only when its source does.
    @inlinable
    init(
        _ source: Observable<Input>,
        isFed: Bool = false,
        function: StaticString = #function,
        _ body: @escaping (Observable<Input>, Sink<Output>) -> Void
    ) {
        self.source = Held(retaining: source)
        self.body = body
        self.isFed = isFed
        self.function = function.utf8Start
        super.init()
    }

    override var chainEntry: LiveSubscriptions.ChainEntry { .init(function, source.object) }

    override var pausing: Pausing { .asItsSources }

    override package var awaited: Awaited { isFed ? .source(source.object) : .unknown }

    // `DoSink` calls closures after it has passed a terminal event on. The receiver of that event must not dispose the
    // `DoSink` before these closures have run, so the `DoSink` asks its downstream whether it ends the chain.
    @usableFromInline
    override var looksDownstream: Bool { isFed }

    deinit {
        releaseLink(source)
    }

    @usableFromInline
    override func attach(owned downstream: Held<Sink<Output>>) {
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
    final let function: UnsafePointer<UInt8>

    @inlinable
    init(function: StaticString = #function, _ body: @escaping (Sink<Element>) -> Void) {
        self.body = body
        self.function = function.utf8Start
        super.init()
    }

    override final var chainEntry: LiveSubscriptions.ChainEntry { .init(function, nil) }

    @usableFromInline
    override var pausing: Pausing { .asItsSources }

    @usableFromInline
    override final func attach(owned sink: Held<Sink<Element>>) {
        let sink = sink.take()
        body(sink)
    }
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
