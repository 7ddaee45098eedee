/// A source whose events all come one way, so that one thing that does not move keeps all of them away.
///
/// Looked at by whoever waits for a source, to tell what can never come; nobody else asks.
package protocol SinglePath {
    /// What has to run before an event comes, if there is such a thing.
    var passage: SchedulerPassage? { get }

    /// Whether what has come in has also gone out, as far as it does, when the call returns.
    var isPrompt: Bool { get }

    /// The source without whose events nothing comes, if there is one.
    var origin: Any? { get }
}

/// An action of a scheduler that events wait for.
package struct SchedulerPassage {
    /// Which actions they are.
    package enum Kind {
        /// Each event comes in one that was scheduled for at once.
        case events
        /// One that was scheduled for at once begins it all; events may come elsewhere.
        case start
        /// One that was scheduled for a later time comes first.
        case time
    }

    package let scheduler: ImmediateSchedulerType
    package let kind: Kind

    package init(_ scheduler: ImmediateSchedulerType, _ kind: Kind) {
        self.scheduler = scheduler
        self.kind = kind
    }
}

// Sinks emit only when they are fed: an operator that has a clock, or a second source, is made differently.
extension Operator: SinglePath {
    package var passage: SchedulerPassage? {
        (self as? ScheduledOperator<Input, Output>).map { SchedulerPassage($0.scheduler, .events) }
    }

    package var isPrompt: Bool { type(of: self) == Operator<Input, Output>.self }

    package var origin: Any? { source.takeUnretainedValue() }
}

/// An operator that passes all events on in actions of a scheduler.
@usableFromInline
final class ScheduledOperator<Input, Output>: Operator<Input, Output>, @unchecked Sendable {
    @usableFromInline
    let scheduler: ImmediateSchedulerType

    @inlinable
    init(
        _ source: Observable<Input>,
        on scheduler: ImmediateSchedulerType,
        makeSink: @escaping (__owned Sink<Output>) -> Sink<Input>
    ) {
        self.scheduler = scheduler
        super.init(source, makeSink: makeSink)
        #if DEBUG || TRACE_RESOURCES
            Resources.incrementObservables(on: scheduler)
        #endif
    }

    #if DEBUG || TRACE_RESOURCES
        deinit {
            Resources.decrementObservables(on: scheduler)
        }
    #endif
}

/// An operator that goes on emitting between its source's events: those of other sources, which came out of them.
@usableFromInline
final class JoiningOperator<Input, Output>: Operator<Input, Output>, @unchecked Sendable {
    @inlinable
    override init(_ source: Observable<Input>, makeSink: @escaping (__owned Sink<Output>) -> Sink<Input>) {
        super.init(source, makeSink: makeSink)
    }
}

/// A source that emits, or begins to, in an action of a scheduler.
final class ScheduledSource<Element>: ClosureSource<Element>, SinglePath, @unchecked Sendable {
    let passage: SchedulerPassage?
    var isPrompt: Bool { false }
    let origin: Any?

    init(
        on scheduler: ImmediateSchedulerType,
        _ kind: SchedulerPassage.Kind,
        origin: Any? = nil,
        _ body: @escaping (Sink<Element>) -> Void
    ) {
        passage = SchedulerPassage(scheduler, kind)
        self.origin = origin
        super.init(body)
    }
}

/// An operator that emits only when it is fed, as `Operator`, and does more than that for a subscription.
@usableFromInline
final class FedOperator<Input, Output>: ClosureOperator<Input, Output>, @unchecked Sendable {
    @inlinable
    override init(_ source: Observable<Input>, _ body: @escaping (Observable<Input>, Sink<Output>) -> Void) {
        super.init(source, body)
    }

    // `DoSink` has its end followed by closures before whoever receives the end may dispose it.
    @usableFromInline
    override var looksDownstream: Bool { true }
}

extension FedOperator: SinglePath {
    package var passage: SchedulerPassage? { nil }
    package var isPrompt: Bool { true }
    package var origin: Any? { source.takeUnretainedValue() }
}

/// As `ScheduledSource`, for one that subscribes to another.
final class ScheduledSubscription<Element>: ClosureOperator<Element, Element>, SinglePath, @unchecked Sendable {
    let passage: SchedulerPassage?
    var isPrompt: Bool { false }
    var origin: Any? { source.takeUnretainedValue() }

    init(
        _ source: Observable<Element>,
        on scheduler: ImmediateSchedulerType,
        _ kind: SchedulerPassage.Kind,
        _ body: @escaping (Observable<Element>, Sink<Element>) -> Void
    ) {
        passage = SchedulerPassage(scheduler, kind)
        super.init(source, body)
    }
}

/// A type of the user's own as an observable.
final class ConvertedSource<Source: ObservableType>: ClosureSource<Source.Element>, SinglePath, @unchecked Sendable {
    private let source: Source

    var passage: SchedulerPassage? { nil }
    var isPrompt: Bool { false }
    var origin: Any? { source }

    init(_ source: Source) {
        self.source = source
        super.init { sink in
            let upstream = CreateSink(sink)
            sink.setUpstream(upstream)
            upstream.setUpstream(DisposeBase.wrapping(source.subscribe(AnyObserver(sink: upstream))))
        }
    }
}
