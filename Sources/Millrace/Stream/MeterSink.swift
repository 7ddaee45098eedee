/// A stage that counts what passes from one stage to the next, and notes which thread is inside the next one. Chains
/// have such stages if they are subscribed to while `Hooks.recordSubscriptions` or `Hooks.slowCallbacks` is on; see
/// `Observable.attachMetered(owned:)`.
final class MeterSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    let counter: StreamMeter
    // Those of `counter`, so that events touch no reference count.
    private let words: Meter

    init(_ downstream: Sink<Element>, _ counter: StreamMeter) {
        self.counter = counter
        words = counter.words
        if let arrivals = counter.arrivals {
            super.init(downstream, plain: true) { sink, element in
                let sink = sink.downcast(to: MeterSink<Element>.self)
                if !sink.isOpen { return }
                arrivals.add(sink.words.count())
                let enters = sink.words.enter()
                sink.downstream.next(element)
                if enters { sink.words.leave() }
            }
        } else {
            super.init(downstream, plain: true) { sink, element in
                let sink = sink.downcast(to: MeterSink<Element>.self)
                if !sink.isOpen { return }
                sink.words.count()
                let enters = sink.words.enter()
                sink.downstream.next(element)
                if enters { sink.words.leave() }
            }
        }
        counter.begin(feeding: Held(borrowing: downstream).cast())
    }

    deinit {
        counter.end()
    }

    override func error(_ error: Swift.Error) {
        let enters = words.enter()
        super.error(error)
        if enters { words.leave() }
    }

    override func completed() {
        let enters = words.enter()
        super.completed()
        if enters { words.leave() }
    }

    override var meter: StreamMeter? { counter }

    // What the stage above asks, it asks of the stage below.
    override var endsChain: Bool { downstream.use { $0.endsChain } }
    override var takesNoMore: Bool { downstream.use { $0.takesNoMore } }

    // Both, so that recursions through `concat` and `catch` take no more memory at each step here either.
    override func takeOver(
        _ sources: SourceSequence<Element>,
        advancingAt end: SourceSequence<Element>.End
    ) -> Bool {
        downstream.use { $0.takeOver(sources, advancingAt: end) }
    }

    override var relayed: OperatorSink<Element, Element>? { downstream.use { $0.relayed } }
}

/// As `ChainLink`, with a stage that counts between the operator's sink and the source.
struct MeteredLink {
    /// The operator's sink, which the stage holds.
    let sink: Held<DisposeBase>
    /// The stage that counts. The walk owns one reference to it.
    let stage: Held<DisposeBase>
    let number: Int
    let source: Held<Observable<Never>>

    init<Element>(below sink: Sink<Element>, fedBy source: Held<Observable<Element>>, _ below: StreamMeter.Below) {
        let queues = sink.queueReading != nil
        let meter = source.use { source in
            let name = StreamMeter.Name(own: source.ownName, function: source.traits.function, type: type(of: source))
            return StreamMeters.add { StreamMeter($0, of: name, source.identity, below, queues: queues) }
        }
        stage = Held<Sink<Element>>(retaining: MeterSink(sink, meter)).cast()
        number = meter.number
        self.sink = Held(borrowing: sink).cast()
        self.source = source.cast()
    }
}

extension Observable {
    /// As `attach(owned:)`, with a stage that counts above `sink` and above the sink of each operator, up to the first
    /// source that is not an operator. The steps are those of `ChainLink.attach`; no shared source leaves itself out.
    final func attachMetered(owned sink: Held<Sink<Element>>) {
        let sink = sink.take()
        let below = StreamMeter.Below(Held(borrowing: sink).cast())
        let first = MeteredLink(below: sink, fedBy: Held(borrowing: self), below)
        var last = first
        while let next = last.source.use({ $0.makeMeteredLink(before: last.stage, last.number) }) {
            if next.sink.address != last.stage.address { last.stage.use { $0.setPrivateUpstream(next.sink) } }
            next.sink.use { $0.setPrivateUpstream(next.stage) }
            last = next
        }
        sink.setUpstream(fresh: first.stage)
        let top = last.stage.cast(to: Sink<Never>.self)
        if HookSwitches.obeysPressure, !last.source.object.isAllowed(to: top) { return }
        last.source.use { $0.attach(owned: top) }
    }
}
