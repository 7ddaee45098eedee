/// Feeds a chain from a synchronous source on `CurrentThreadScheduler`.
///
/// It emits in a loop. Between two elements it lets other work of the thread's trampoline run first, so that events
/// come in the order that scheduling each element by itself would give.
///
/// `body` runs until the source is exhausted, the subscription is disposed, or other work waits. It is a closure so
/// that it is specialized where the source is made; see `Sink`.
@usableFromInline
class Emitter<Element>: ScheduledWork, @unchecked Sendable {
    @usableFromInline
    final let downstream: Held<Sink<Element>>

    @usableFromInline
    final let body: (Emitter<Element>) -> Void

    @inlinable
    init(_ downstream: Sink<Element>, body: @escaping (Emitter<Element>) -> Void) {
        self.downstream = Held(retaining: downstream)
        self.body = body
        super.init()
    }

    deinit {
        downstream.use { $0.sourceReleased() }
        releaseLink(downstream)
    }

    @usableFromInline
    override func run() {
        body(self)
    }

    /// Feeds `downstream` at once, or when the thread's trampoline comes to this work.
    @inlinable
    static func attach(_ downstream: Sink<Element>, body: @escaping (Emitter<Element>) -> Void) {
        if _slowPath(HookSwitches.obeysPressure), PausableEmitter.attach(downstream, body) { return }
        let emitter = Emitter(downstream, body: body)
        downstream.setUpstream(emitter)
        emitter.enqueue()
    }

    @usableFromInline
    final func enqueue() {
        if TrampolineState.start() {
            if !isDisposed { run() }
            Trampoline.finish()
        } else {
            Trampoline.push(self)
        }
    }

    /// Emits one element. False: `body` must return, because the subscription has ended or because other work comes
    /// first; after other work, `body` is called again.
    @inlinable
    @inline(__always)
    final func emit(_ element: Element) -> Bool {
        downstream.next(element)
        if !isOpen { return false }
        if TrampolineState.isEmpty { return true }
        Trampoline.push(self)
        return false
    }

    @inlinable
    final func complete() {
        downstream.completed()
    }

    @inlinable
    final func fail(_ error: Swift.Error) {
        downstream.error(error)
    }
}

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
        let sink = PausingSink(downstream, pressure, interruption: ScheduledWork())
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
