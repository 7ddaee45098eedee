/// What downstream holds of an operator that feeds it from a sequence of sources, each of which is disposed before the
/// next one is subscribed to: `concat`, `retry` and their kin. Its word holds the sink that the present source feeds.
///
/// The sinks of the sources are `OperatorSink`s above it, so each keeps it alive; it keeps downstream alive. They say
/// when it is to advance. One thread at a time goes through the sources: who asks for the next one while another
/// thread, or this one further down its stack, is busy with it, leaves that to it. So sources that end while they are
/// being subscribed to take no stack, and nobody waits.
@usableFromInline
class ConcatSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    // What is to be done: see `advance()`. Touched through `pending` alone.
    @usableFromInline
    @exclusivity(unchecked)
    final var pendingCount = AtomicCounter.Storage()

    // The sources to come, those of the innermost sequence first. Belong to whoever goes through them.
    @exclusivity(unchecked)
    private final var sources: SourceSequence<Element>?

    // Both are written by the thread of the present source, before it asks for the next one.
    @exclusivity(unchecked)
    private final var handedOver: SourceSequence<Element>?
    @exclusivity(unchecked)
    private final var lastError: Swift.Error?

    /// What the sinks of the sources do with an element.
    @usableFromInline
    final let relay: Receive
    private final let makeSink: (ConcatSink<Element>) -> OperatorSink<Element, Element>

    @usableFromInline
    init(_ downstream: Sink<Element>, _ sources: SourceSequence<Element>, _ kind: ConcatKind<Element>) {
        self.sources = sources
        relay = kind.relay
        makeSink = kind.makeSink
        super.init(downstream, receive: kind.forward)
    }

    // Sinks of former sources say this too; it counts if there is none any more, and none will come.
    @usableFromInline
    override func sourceReleased() {
        let seen = pending.value
        if ConcatSink.waiting(seen) == 0 { detachIfSourceIsGone(seen) }
    }

    // The sources to come are released.
    @usableFromInline
    override func disposed() {
        advance()
    }
}

extension ConcatSink {
    private var pending: AtomicCounter { AtomicCounter(at: &pendingCount) }

    /// What a request adds: one to those that wait, in the lower half, and one to all there ever were, in the upper
    /// half.
    private static var request: Int64 { 1 << 32 + 1 }

    private static func waiting(_ pending: Int64) -> Int64 { pending & 0xffff_ffff }

    /// Goes on to the next source: now, or when whoever is busy with a former one comes to it. When there is none left,
    /// downstream gets the error that brought us here, or completion.
    @usableFromInline
    final func advance() {
        if ConcatSink.waiting(pending.add(ConcatSink.request)) == 0 { go() }
    }

    /// The present source has failed, and another one is to be tried.
    @usableFromInline
    final func advance(after error: Swift.Error) {
        releaseValue(exchange(&lastError, for: error))
        advance()
    }

    /// The present source turned out to be a sequence of sources itself: its sources take its place.
    @usableFromInline
    final func advance(to sources: SourceSequence<Element>) {
        releaseValue(exchange(&handedOver, for: sources))
        advance()
    }

    /// Lets downstream go if the present source has vanished without a word: if there is none, and nobody was busy with
    /// the next one when that was looked at. `seen` was read before; a request in between would have changed it.
    private func detachIfSourceIsGone(_ seen: Int64) {
        if lifecycle.upstream == nil, pending.value == seen {
            downstream._withUnsafeGuaranteedRef { $0.detachUpstream(self) }
        }
    }

    /// Does what is pending, until nothing is.
    ///
    /// - Parameter isLater: whether the first of it was asked for while a source was being subscribed to.
    fileprivate func go(isLater: Bool = false) {
        var isLater = isLater
        var before: Int64
        repeat {
            if !step(isLater) { return }
            before = pending.add(-1)
            isLater = true
        } while ConcatSink.waiting(before) != 1
        detachIfSourceIsGone(before - 1)
    }

    /// Meets one request; `false` if that is left to the trampoline.
    private func step(_ isLater: Bool) -> Bool {
        guard isOpen else {
            let dropped = (exchange(&sources, for: nil), exchange(&handedOver, for: nil))
            releaseValue(dropped)
            return true
        }
        if let inner = exchange(&handedOver, for: nil) {
            releaseValue(exchange(&inner.outer, for: exchange(&sources, for: inner)))
            #if DEBUG || TRACE_RESOURCES
                inner.depth += inner.outer?.depth ?? 0
                recordTailRecursiveSinkStackSize(inner.depth)
            #endif
        }
        guard let source = nextSource() else {
            // The last one's end has waited here, and comes after its disposal.
            if isLater { disposeUpstream() }
            if let lastError { fail(lastError) } else { finish() }
            return true
        }
        let sink = makeSink(self)
        replaceUpstream(sink)
        // Where many subscriptions nest on the stack, this one waits until it has unwound.
        if TrampolineState.isDeep {
            Trampoline.push(SubscribeLater(self, sink, source))
            return false
        }
        subscribe(sink, to: source)
        return true
    }

    /// Unless the stream has ended meanwhile, as by what the disposal of the source before called.
    fileprivate func subscribe(_ sink: OperatorSink<Element, Element>, to source: Observable<Element>) {
        guard sink.isOpen else { return }
        TrampolineState.descend()
        source.subscribe(sink: sink)
        TrampolineState.ascend()
    }

    fileprivate func resume(_ sink: OperatorSink<Element, Element>, _ source: Observable<Element>) {
        subscribe(sink, to: source)
        let before = pending.add(-1)
        if ConcatSink.waiting(before) == 1 { detachIfSourceIsGone(before - 1) } else { go(isLater: true) }
    }

    /// A sequence of which nothing is left goes before its last source is subscribed to, so that a recursion through
    /// last sources takes no more memory at each step.
    private func nextSource() -> Observable<Element>? {
        while let present = sources {
            let source = present.next()
            if present.isExhausted || source == nil {
                let used = exchange(&sources, for: exchange(&present.outer, for: nil))
                releaseValue(used)
            }
            if let source { return source }
        }
        return nil
    }
}

/// What makes a succession: closures that are made where the operator is used, so that they are specialized there.
@usableFromInline
struct ConcatKind<Element> {
    @usableFromInline
    let forward: Sink<Element>.Receive

    /// For the sinks of the sources: the next one to hear of an element is the one after the succession.
    @usableFromInline
    let relay: Sink<Element>.Receive

    /// Makes the sink of the next source.
    @usableFromInline
    let makeSink: (ConcatSink<Element>) -> OperatorSink<Element, Element>

    @inlinable
    init(makeSink: @escaping (ConcatSink<Element>) -> OperatorSink<Element, Element>) {
        self.makeSink = makeSink
        forward = { sink, element in sink.downcast(to: ConcatSink<Element>.self).forward(element) }
        relay = { sink, element in
            sink.downcast(to: OperatorSink<Element, Element>.self).downstream._withUnsafeGuaranteedRef {
                $0.downcast(to: ConcatSink<Element>.self).forward(element)
            }
        }
    }
}

/// A subscription that waits until the stack has unwound.
private final class SubscribeLater<Element>: ScheduledWork, @unchecked Sendable {
    private let succession: ConcatSink<Element>
    private let sink: OperatorSink<Element, Element>
    private let source: Observable<Element>

    init(_ succession: ConcatSink<Element>, _ sink: OperatorSink<Element, Element>, _ source: Observable<Element>) {
        self.succession = succession
        self.sink = sink
        self.source = source
        super.init()
    }

    override func run() {
        succession.resume(sink, source)
    }
}
