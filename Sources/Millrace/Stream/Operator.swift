/// A source whose subscription runs on the current thread's trampoline: work that is scheduled on
/// `CurrentThreadScheduler` while the subscription is made waits until it has been made.
@usableFromInline
package class Producer<Element>: Observable<Element>, @unchecked Sendable {
    @inlinable
    override init() {
        super.init()
    }

    @usableFromInline
    override final func subscribe(sink: Sink<Element>) {
        let sink = Held(retaining: sink)
        if _slowPath(HookSwitches.watchesSubscriptions), !admit(sink, onTrampoline: true) { return }
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
package final class Operator<Input, Output>: Producer<Output>, @unchecked Sendable {
    // Owned; unmanaged so that long chains are released without recursion.
    @usableFromInline
    let source: Held<Observable<Input>>

    @usableFromInline
    let makeSink: (__owned Sink<Output>) -> Sink<Input>

    /// The operator's function, in one word.
    @usableFromInline
    let function: UnsafePointer<UInt8>

    @usableFromInline
    let kind: SourceKind

    /// - Parameters:
    ///   - kind: how the operator emits. Default: when its source emits.
    ///   - function: the operator's function, which is the caller's.
    @inlinable
    package init(
        _ source: Observable<Input>,
        kind: SourceKind = .relaying,
        function: StaticString = #function,
        makeSink: @escaping (__owned Sink<Output>) -> Sink<Input>
    ) {
        self.source = Held(retaining: source)
        self.makeSink = makeSink
        self.function = function.utf8Start
        self.kind = kind
        super.init()
    }

    /// An operator that passes all events on in actions of a scheduler.
    @usableFromInline
    convenience init(
        _ source: Observable<Input>,
        on scheduler: ImmediateSchedulerType,
        function: StaticString = #function,
        makeSink: @escaping (__owned Sink<Output>) -> Sink<Input>
    ) {
        self.init(source, kind: .scheduled(Awaited(.event, of: scheduler)), function: function, makeSink: makeSink)
        #if DEBUG || TRACE_RESOURCES
            Resources.incrementObservables(on: scheduler)
        #endif
    }

    deinit {
        #if DEBUG || TRACE_RESOURCES
            if case .scheduled(let actions) = kind { Resources.decrementObservables(on: actions.scheduler) }
        #endif
        releaseLink(source)
    }

    override var traits: SourceTraits { SourceTraits(kind: kind, function: function, source: source.cast()) }

    @usableFromInline
    override func makeLink(before downstream: Held<DisposeBase>, isAlone: inout Bool) -> ChainLink? {
        link(before: downstream.cast())
    }

    override func makeMeteredLink(before downstream: Held<DisposeBase>, _ number: Int) -> MeteredLink? {
        MeteredLink(below: makeSink(downstream.cast(to: Sink<Output>.self).take()), fedBy: source, .meter(number))
    }

    @usableFromInline
    override func attach(owned downstream: Held<Sink<Output>>) {
        link(before: downstream).attach(to: downstream.cast())
    }

    private func link(before downstream: Held<Sink<Output>>) -> ChainLink {
        ChainLink(.init(retaining: makeSink(downstream.take())), fedBy: source)
    }
}
