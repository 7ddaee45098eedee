/// What downstream holds of an operator that feeds it from one source after another: its word holds the sink that the
/// present source feeds.
///
/// The sinks of its sources are `OperatorSink`s above it, so each keeps it alive; it keeps downstream alive. It is the
/// operator, not this, that says when to go on to the next source.
@usableFromInline
final class FallbackSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    /// What the sinks of the sources do with an element: the next one to hear it is downstream, without a call to this
    /// sink between.
    @usableFromInline
    let relay: Receive

    @inlinable
    init(_ downstream: Sink<Element>) {
        relay = { sink, element in
            sink.downcast(to: OperatorSink<Element, Element>.self).downstream._withUnsafeGuaranteedRef {
                serial in
                serial.downcast(to: FallbackSink<Element>.self).forward(element)
            }
        }
        super.init(downstream) { sink, element in
            sink.downcast(to: FallbackSink<Element>.self).forward(element)
        }
    }

    // Sinks of former sources say this too; it counts if there is none any more.
    @usableFromInline
    override func sourceReleased() {
        if lifecycle.upstream == nil { super.sourceReleased() }
    }
}

extension FallbackSink {
    /// Goes on to `source`: subscribes to it, then disposes the subscription to the source before.
    ///
    /// Called by the sink of the present source, when that has ended. Where many of these calls nest, because one
    /// source after another fails while it is being subscribed to, the next subscription waits until the stack has
    /// unwound.
    final func follow(_ source: Observable<Element>) {
        // If all that downstream does is to relay as well, this sink has no purpose any more: its place is given to the
        // new source, so that a source which recovers by recursion takes no more memory at each step.
        let serial =
            downstream._withUnsafeGuaranteedRef { $0.relayed?.downcast(to: FallbackSink<Element>.self) } ?? self
        let sink = serial.makeFollowingSink()
        if TrampolineState.isDeep {
            Trampoline.push(FollowLater(sink, source))
        } else {
            sink.subscribe(to: source)
        }
    }

    /// A sink for a further source, already in the place of the one before.
    private func makeFollowingSink() -> FollowingSink<Element> {
        let former = lifecycle.upstream.map { Unmanaged<DisposeBase>.fromOpaque($0) }
        let sink = FollowingSink(self, former: former)
        let link = Unmanaged.passRetained(sink)
        if lifecycle.replace(link.toOpaque()).wasDisposed {
            // Whoever disposed this sink has disposed the former one too.
            _ = sink.lifecycle.claim()
            sink.dispose()
            link.release()
        }
        return sink
    }
}

/// The sink of a source that has taken the place of another: relays everything.
private final class FollowingSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    /// The sink of the source before; owned by whoever claims it.
    private let former: Unmanaged<DisposeBase>?

    init(_ serial: FallbackSink<Element>, former: Unmanaged<DisposeBase>?) {
        self.former = former
        super.init(serial, receive: serial.relay)
    }

    override var relayed: OperatorSink<Element, Element>? {
        downstream._withUnsafeGuaranteedRef { $0.downcast(to: FallbackSink<Element>.self) }
    }

    /// Subscribes to the source, then disposes the former one's subscription, unless this sink was disposed meanwhile
    /// and the former one with it.
    func subscribe(to source: Observable<Element>) {
        TrampolineState.descend()
        source.subscribe(sink: self)
        if let former = nextPart() {
            former._withUnsafeGuaranteedRef { $0.dispose() }
            former.release()
        }
        TrampolineState.ascend()
    }

    override func nextPart() -> Unmanaged<DisposeBase>? {
        lifecycle.claim() ? former : nil
    }
}

/// A subscription that waits until the stack has unwound.
private final class FollowLater<Element>: ScheduledWork, @unchecked Sendable {
    private let sink: FollowingSink<Element>
    private let source: Observable<Element>

    init(_ sink: FollowingSink<Element>, _ source: Observable<Element>) {
        self.sink = sink
        self.source = source
        super.init()
    }

    override func run() {
        sink.subscribe(to: source)
    }
}
