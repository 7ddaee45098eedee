/// An emitter whose source is held back while there is no room further down.
///
/// `PausingSink`, which it feeds, asks after each element. If there is no room, that sink lets other work of the
/// trampoline come first. So the emitter's loop ends, and `run()` is called again. A loop that is never held back pays
/// nothing for this.
@usableFromInline
final class PausableEmitter<Element>: Emitter<Element>, @unchecked Sendable {
    private let pressure: Pressure

    private init(_ downstream: PausingSink<Element>, _ body: @escaping (Emitter<Element>) -> Void) {
        pressure = downstream.pressure
        super.init(downstream, body: body)
    }

    /// False: nothing below holds the source back.
    @usableFromInline
    static func attach(_ downstream: Sink<Element>, _ body: @escaping (Emitter<Element>) -> Void) -> Bool {
        guard let pressure = Pressure.below(downstream) else { return false }
        let sink = PausingSink(downstream, pressure)
        downstream.setUpstream(sink)
        let emitter = PausableEmitter(sink, body)
        sink.setUpstream(emitter)
        emitter.enqueue()
        return true
    }

    @usableFromInline
    override func run() {
        if pressure.isOpen { return super.run() }
        pressure.onReopen { self.enqueue() }
    }
}

/// Ends an emitter's loop when there is no room further down.
final class PausingSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    let pressure: Pressure

    // Work that does nothing: while it waits, the trampoline is not empty.
    private let interruption = ScheduledWork()

    init(_ downstream: Sink<Element>, _ pressure: Pressure) {
        self.pressure = pressure
        super.init(downstream) { sink, element in
            let sink = sink.downcast(to: PausingSink<Element>.self)
            sink.forward(element)
            if !sink.pressure.isOpen { Trampoline.push(sink.interruption) }
        }
    }

    override func disposed() {
        pressure.cancel()
    }
}
