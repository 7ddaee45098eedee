/// Feeds a chain from a synchronous source on `CurrentThreadScheduler`.
///
/// It emits in a loop. Between two elements it lets other work of the thread's trampoline run first, so that events
/// come in the order that scheduling each element by itself would give.
///
/// `body` runs until the source is exhausted, the subscription is disposed, or other work waits. It is a closure so
/// that it is specialized where the source is made; see `Sink`.
@usableFromInline
final class Emitter<Element>: ScheduledWork, @unchecked Sendable {
    @usableFromInline
    let downstream: Held<Sink<Element>>

    @usableFromInline
    let body: (Emitter<Element>) -> Void

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
        if _slowPath(HookSwitches.obeysPressure), attachPausing(downstream, body) { return }
        let emitter = Emitter(downstream, body: body)
        downstream.setUpstream(emitter)
        emitter.enqueue()
    }

    @usableFromInline
    func enqueue() {
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
    func emit(_ element: Element) -> Bool {
        downstream.next(element)
        if !isOpen { return false }
        if TrampolineState.isEmpty { return true }
        Trampoline.push(self)
        return false
    }

    @inlinable
    func complete() {
        downstream.completed()
    }

    @inlinable
    func fail(_ error: Swift.Error) {
        downstream.error(error)
    }
}

extension Emitter {
    /// As `attach(_:body:)`, for a source that is held back while there is no room further down. False: nothing below
    /// holds the source back.
    ///
    /// `PausingSink`, which the emitter feeds, asks after each element. If there is no room, that sink lets other work
    /// of the trampoline come first. So the emitter's loop ends, and `run()` is called again. A loop that is never held
    /// back pays nothing for this.
    @usableFromInline
    static func attachPausing(_ downstream: Sink<Element>, _ body: @escaping (Emitter<Element>) -> Void) -> Bool {
        guard let pressure = Pressure.below(downstream) else { return false }
        let sink = PausingSink(downstream, pressure, interruption: ScheduledWork())
        downstream.setUpstream(sink)
        let emitter = Emitter(sink) { emitter in
            if pressure.isOpen { return body(emitter) }
            pressure.onReopen { emitter.enqueue() }
        }
        sink.setUpstream(emitter)
        emitter.enqueue()
        return true
    }
}
