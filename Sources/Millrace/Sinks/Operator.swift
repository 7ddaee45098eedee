/// A source whose subscription runs on the current thread's trampoline: work that is scheduled on
/// `CurrentThreadScheduler` while the subscription is made waits until it has been made.
@usableFromInline
package class Producer<Element>: Observable<Element>, @unchecked Sendable {
    @inlinable
    override init() {
        super.init()
    }

    @usableFromInline
    override final func subscribe(owned sink: Held<Sink<Element>>) {
        if _slowPath(HookSwitches.watchesSubscriptions), !admit(sink) { return }
        if TrampolineState.start() {
            attach(owned: sink)
            Trampoline.finish()
        } else {
            attach(owned: sink)
        }
    }
}

/// The observable that an operator with one source returns. For each subscription it makes a sink and attaches the sink
/// to the source.
///
/// `makeSink` is a closure that is written in an inlinable operator. So the sink's class is known where the operator is
/// used, and subscribing looks up no metadata. `makeSink` gives the sink to no other object: see `ChainLink`.
@usableFromInline
package class Operator<Input, Output>: Producer<Output>, @unchecked Sendable {
    // Owned; unmanaged so that long chains are released without recursion.
    @usableFromInline
    final let source: Held<Observable<Input>>

    @usableFromInline
    final let makeSink: (__owned Sink<Output>) -> Sink<Input>

    /// The name of the operator's function, in one word: for `dump()`.
    @usableFromInline
    final let function: UnsafePointer<UInt8>

    /// - Parameter function: the operator's function, which is the caller's.
    @inlinable
    package init(
        _ source: Observable<Input>,
        function: StaticString = #function,
        makeSink: @escaping (__owned Sink<Output>) -> Sink<Input>
    ) {
        self.source = Held(retaining: source)
        self.makeSink = makeSink
        self.function = function.utf8Start
        super.init()
    }

    override final var chainEntry: LiveSubscriptions.ChainEntry { .init(function, source.object) }

    deinit {
        releaseLink(source)
    }

    override final var pausing: Pausing { .asItsSources }

    // The sinks emit only when the source does. A subclass whose sinks also emit at other times overrides this.
    override package var awaited: Awaited { .source(source.object) }

    @usableFromInline
    override final func makeLink(before downstream: Held<DisposeBase>) -> ChainLink? {
        link(before: downstream.cast())
    }

    @usableFromInline
    override final func attach(owned downstream: Held<Sink<Output>>) {
        link(before: downstream).attach(to: downstream.cast())
    }

    private func link(before downstream: Held<Sink<Output>>) -> ChainLink {
        ChainLink(.init(retaining: makeSink(downstream.take())), fedBy: source)
    }
}

/// An operator that also emits between its source's events: its elements are sources, or are made into sources, and it
/// emits the events of these sources, as `merge` and `flatMap` do.
@usableFromInline
final class JoiningOperator<Input, Output>: Operator<Input, Output>, @unchecked Sendable {
    @inlinable
    override init(
        _ source: Observable<Input>,
        function: StaticString = #function,
        makeSink: @escaping (__owned Sink<Output>) -> Sink<Input>
    ) {
        super.init(source, function: function, makeSink: makeSink)
    }

    override package var awaited: Awaited { .unknown }
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
        function: StaticString = #function,
        makeSink: @escaping (__owned Sink<Output>) -> Sink<Input>
    ) {
        self.scheduler = scheduler
        super.init(source, function: function, makeSink: makeSink)
        #if DEBUG || TRACE_RESOURCES
            Resources.incrementObservables(on: scheduler)
        #endif
    }

    #if DEBUG || TRACE_RESOURCES
        deinit {
            Resources.decrementObservables(on: scheduler)
        }
    #endif

    override package var awaited: Awaited { .action(.event, of: scheduler) }
}

extension LiveSubscriptions.ChainEntry {
    /// An operator by the name of its function, which is left without the parameters for the place of a call.
    init(_ function: UnsafePointer<UInt8>, _ source: (any LiveSubscriptions.Source)?) {
        let text = String(cString: function)
        self.source = source
        guard let start = text.firstIndex(of: "(") else {
            name = text
            return
        }
        let labels = text[start...].dropFirst().dropLast().split(separator: ":")
        name = text[...start] + labels.filter { $0 != "fileID" && $0 != "line" }.map { $0 + ":" }.joined() + ")"
    }
}
