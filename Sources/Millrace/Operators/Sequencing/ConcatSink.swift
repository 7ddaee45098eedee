/// The upstream that `concat`, `retry`, `retry(when:)` and `catch(sequence:)` give downstream. It feeds downstream from
/// a sequence of sources, and each source is disposed before the next one is subscribed to. Its lifecycle word holds
/// the sink that the current source feeds.
///
/// The sinks of the sources are `OperatorSink`s above this sink, so each of them keeps this sink alive, which keeps
/// downstream alive. The sinks of the sources call `advance()`. One thread at a time goes through the sources: if
/// another thread, or the calling thread further down its stack, is doing so, `advance()` leaves the request to that
/// thread. So sources that end while they are being subscribed to take no stack, and no thread waits.
///
/// A source that ends while a request is being met is disposed before its own request is made. The thread that meets
/// requests may still be inside `subscribe` of that source, and `subscribe` of an endless source returns only when the
/// source has been disposed.
@usableFromInline
class ConcatSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    // The requests: see `advance()`. Accessed only through `pending`.
    @usableFromInline
    @exclusivity(unchecked)
    final var pendingCount = AtomicCounter.Storage()

    // The sources to come, those of the innermost sequence first. Used only by the thread that goes through the
    // sources.
    @exclusivity(unchecked)
    private final var sources: SourceSequence<Element>?

    // Both are written by the thread that the current source ends on, before it requests the next source.
    @exclusivity(unchecked)
    private final var handedOver: SourceSequence<Element>?
    @exclusivity(unchecked)
    private final var lastError: Swift.Error?

    /// What the sinks of the sources do with an element.
    @usableFromInline
    final let relay: Receive
    private final let makeSink: (ConcatSink<Element>) -> OperatorSink<Element, Element>
    private final let end: SourceSequence<Element>.End?

    @usableFromInline
    init(_ downstream: Sink<Element>, _ sources: SourceSequence<Element>, _ kind: Kind) {
        self.sources = sources
        relay = kind.relay
        makeSink = kind.makeSink
        end = kind.end
        super.init(downstream, receive: kind.forward)
    }

    // Sinks of former sources call this too. The call has an effect only if no source feeds this sink any more and none
    // is requested.
    @usableFromInline
    override func sourceReleased() {
        let seen = pending.value
        if ConcatSink.waiting(seen) == 0 { detachIfSourceIsGone(seen) }
    }

    // Releases the sources to come.
    @usableFromInline
    override func disposed() {
        advance()
    }

    /// No source is left. `lastError` is the error of the last source, if it failed.
    func sourcesEnded(_ lastError: Swift.Error?) {
        if let lastError { fail(lastError) } else { finish() }
    }
}

extension ConcatSink {
    private var pending: AtomicCounter { AtomicCounter(at: &pendingCount) }

    /// What a request adds to the counter: one to the requests that wait (lower half), and one to all requests ever
    /// made (upper half).
    private static var request: Int64 { (1 << 32) + 1 }

    private static func waiting(_ pending: Int64) -> Int64 { pending & 0xffff_ffff }

    /// Goes on to the next source: at once, or when the thread that is busy with a former source comes to it. When no
    /// source is left, downstream receives the error of the last source, or completion.
    @usableFromInline
    final func advance() {
        if ConcatSink.waiting(pending.add(ConcatSink.request)) == 0 { go() }
    }

    /// The current source has failed, and the next one is to be tried.
    fileprivate final func advance(after error: Swift.Error) {
        releaseValue(exchange(&lastError, for: error))
        advance()
    }

    /// Disposes a source that has ended if the request that its sink is about to make will have to wait. Otherwise the
    /// source is disposed when the next source takes its place.
    ///
    /// The thread that goes through the sources counts `pending` up before it subscribes to the source, and down when
    /// `subscribe` has returned. A thread on which the source ends got the source's sink after the counting up. So it
    /// finds that the request will have to wait, unless `subscribe` has returned.
    fileprivate final func disposeIfOthersWait(_ sink: SourceSink) {
        if ConcatSink.waiting(pending.value) != 0 { sink.dispose() }
    }

    /// The current source turned out to be a sequence of sources itself: its sources take its place.
    fileprivate final func advance(to sources: SourceSequence<Element>) {
        releaseValue(exchange(&handedOver, for: sources))
        advance()
    }

    /// Detaches from downstream if the current source was released without a terminal event: if there is no upstream,
    /// and no request was waiting when the upstream was read. `seen` is the value of `pending` before that read; a
    /// request in between would have changed it.
    private func detachIfSourceIsGone(_ seen: Int64) {
        if lifecycle.upstream == nil, pending.value == seen {
            downstream.use { $0.detachUpstream(self) }
        }
    }

    /// Meets requests until none is waiting.
    fileprivate func go() {
        var before: Int64
        repeat {
            if !step() { return }
            before = pending.add(-1)
        } while ConcatSink.waiting(before) != 1
        detachIfSourceIsGone(before - 1)
    }

    /// Meets one request; `false` if the subscription is left to the trampoline.
    private func step() -> Bool {
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
            sourcesEnded(lastError)
            return true
        }
        let sink = makeSink(self)
        replaceUpstream(sink)
        // If many subscriptions nest on the stack, this one waits until the stack has unwound.
        if TrampolineState.isDeep {
            Trampoline.push { self.resume(sink, source) }
            return false
        }
        subscribe(sink, to: source)
        return true
    }

    /// Subscribes to a source, unless the stream has ended meanwhile: the disposal of the former source may have run
    /// code that ended it.
    fileprivate func subscribe(_ sink: OperatorSink<Element, Element>, to source: Observable<Element>) {
        guard sink.isOpen else { return }
        TrampolineState.descend()
        source.subscribe(sink: sink)
        TrampolineState.ascend()
    }

    fileprivate func resume(_ sink: OperatorSink<Element, Element>, _ source: Observable<Element>) {
        subscribe(sink, to: source)
        let before = pending.add(-1)
        if ConcatSink.waiting(before) == 1 { detachIfSourceIsGone(before - 1) } else { go() }
    }

    /// Takes the next source. A sequence that is used up is released before its last source is subscribed to, so that a
    /// recursion through last sources takes no more memory at each step.
    ///
    /// A sequence without sources completes. Where sources are tried until one completes, no further source is tried
    /// then, whichever sequence holds the empty one.
    private func nextSource() -> Observable<Element>? {
        while let present = sources {
            let isFirst = !present.hasBegun
            let source = present.next()
            if source == nil, isFirst, end == .failure {
                let dropped = (exchange(&sources, for: nil), exchange(&lastError, for: nil))
                releaseValue(dropped)
                return nil
            }
            if present.isExhausted || source == nil {
                let used = exchange(&sources, for: exchange(&present.outer, for: nil))
                releaseValue(used)
            }
            if let source { return source }
        }
        return nil
    }
}

extension ConcatSink {
    /// Feeds `downstream` from the sources, one after the other, until a source ends in another way than `kind` says.
    /// If `downstream` is itself the sink of a source, and its `ConcatSink` goes on at the same kind of end, that
    /// `ConcatSink` goes through these sources before its own remaining ones.
    @usableFromInline
    static func attach(_ sources: SourceSequence<Element>, _ kind: Kind, to downstream: Sink<Element>) {
        if let end = kind.end, downstream.takeOver(sources, advancingAt: end) { return }
        let concatSink = ConcatSink<Element>(downstream, sources, kind)
        downstream.setUpstream(concatSink)
        concatSink.advance()
    }

    /// The sink of one of the sources.
    @usableFromInline
    final class SourceSink: OperatorSink<Element, Element>, @unchecked Sendable {
        @inlinable
        init(_ concatSink: ConcatSink<Element>) {
            super.init(concatSink, plain: true, receive: concatSink.relay)
        }

        private var concatSink: ConcatSink<Element> {
            downstream.use { $0.downcast(to: ConcatSink<Element>.self) }
        }

        // Later sources are subscribed to when an earlier one has ended.
        @usableFromInline
        override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
            path.isInner = true
            return super.describePressure(&path)
        }

        @usableFromInline
        override func takeOver(
            _ sources: SourceSequence<Element>,
            advancingAt end: SourceSequence<Element>.End
        ) -> Bool {
            guard end == concatSink.end else { return false }
            if lifecycle.stop() { concatSink.advance(to: sources) }
            return true
        }

        @usableFromInline
        override func error(_ error: Swift.Error) {
            guard concatSink.end == .failure else { return super.error(error) }
            guard lifecycle.stop() else { return }
            concatSink.disposeIfOthersWait(self)
            concatSink.advance(after: error)
        }

        @usableFromInline
        override func completed() {
            guard concatSink.end == .completion else { return super.completed() }
            guard lifecycle.stop() else { return }
            concatSink.disposeIfOthersWait(self)
            concatSink.advance()
        }
    }
}

extension ConcatSink {
    /// When a `ConcatSink` goes on to its next source, and its closures. They are made where the operator is used, so
    /// that they are specialized there.
    @usableFromInline
    struct Kind {
        /// The kind of end of a source at which its `SourceSink` goes on to the next source; `nil` for sinks of another
        /// class, which decide for themselves.
        @usableFromInline
        let end: SourceSequence<Element>.End?

        @usableFromInline
        let forward: Sink<Element>.Receive

        /// For the sinks of the sources: passes an element directly to the sink below the `ConcatSink`.
        @usableFromInline
        let relay: Sink<Element>.Receive

        /// Makes the sink of the next source.
        @usableFromInline
        let makeSink: (ConcatSink<Element>) -> OperatorSink<Element, Element>

        @inlinable
        init(
            advancingAt end: SourceSequence<Element>.End? = nil,
            makeSink: @escaping (ConcatSink<Element>) -> OperatorSink<Element, Element>
        ) {
            self.end = end
            self.makeSink = makeSink
            forward = ConcatSink.forwarding
            relay = ConcatSink.forwardingTwice
        }

        @inlinable
        static func advancing(at end: SourceSequence<Element>.End) -> Kind {
            Kind(advancingAt: end) { SourceSink($0) }
        }
    }
}
