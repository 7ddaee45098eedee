/// The upstream that `catch` and `ifEmpty(switchTo:)` give downstream. It feeds downstream from one source after
/// another. Its lifecycle word holds the sink that the current source feeds.
///
/// The sinks of the sources are `OperatorSink`s above this sink, so each of them keeps this sink alive, which keeps
/// downstream alive. The operator decides when to go on to the next source.
///
/// A `ConcatSink` leaves a source that ends inside its `subscribe` to the loop that subscribed to it, and disposes each
/// source before the next one. Here, as in RxSwift, the call that ends a source subscribes to the next source, and
/// disposes the ended source after that.
@usableFromInline
final class FallbackSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    /// What the sinks of the sources do with an element: they pass it directly to downstream, without a call to this
    /// sink.
    @usableFromInline
    let relay: Receive

    @inlinable
    init(_ downstream: Sink<Element>) {
        relay = FallbackSink.forwardingTwice
        super.init(downstream, receive: FallbackSink.forwarding)
    }

    // Sinks of former sources call this too. The call has an effect only if no source feeds this sink any more.
    @usableFromInline
    override func sourceReleased() {
        if lifecycle.upstream == nil { super.sourceReleased() }
    }
}

extension FallbackSink {
    /// Goes on to `source`: subscribes to it, then disposes the subscription to the source before.
    ///
    /// Called by the sink of the current source when that source has ended. If many of these calls nest, because one
    /// source after another fails while it is being subscribed to, the source before is disposed first, and the next
    /// subscription waits until the stack has unwound.
    final func follow(_ source: Observable<Element>) {
        // If downstream only relays events to another fallback sink, this sink is not needed any more: the new source
        // feeds that fallback sink instead, so that a source which recovers by recursion takes no more memory at each
        // step.
        let fallbackSink =
            downstream.use { $0.relayed?.downcast(to: FallbackSink<Element>.self) } ?? self
        let sink = fallbackSink.makeFollowingSink()
        if TrampolineState.isDeep {
            // The trampoline makes the subscription only after the former source's `subscribe` has returned, and an
            // endless source returns from it only when it has been disposed.
            sink.disposeFormer()
            Trampoline.push { sink.subscribe(to: source) }
        } else {
            sink.subscribe(to: source)
        }
    }

    /// Makes the sink of a further source, and puts it in the place of the former source's sink.
    private func makeFollowingSink() -> FollowingSink {
        let former = lifecycle.upstream.map { Held<DisposeBase>(at: $0) }
        let sink = FollowingSink(self, former: former)
        let link = Held(retaining: sink)
        if lifecycle.replace(link.address).wasDisposed {
            // The thread that disposed this sink has disposed the former source's sink too.
            _ = sink.lifecycle.claim()
            sink.dispose()
            link.release()
        }
        return sink
    }
}

extension FallbackSink {
    /// The sink of a source that has taken the place of a former source: relays every event.
    fileprivate final class FollowingSink: OperatorSink<Element, Element>, @unchecked Sendable {
        /// The sink of the former source. The first caller of `claim()` owns this reference.
        private let former: Held<DisposeBase>?

        init(_ fallbackSink: FallbackSink<Element>, former: Held<DisposeBase>?) {
            self.former = former
            super.init(fallbackSink, receive: fallbackSink.relay)
        }

        override var relayed: OperatorSink<Element, Element>? {
            downstream.use { $0.downcast(to: FallbackSink<Element>.self) }
        }

        /// Subscribes to the source, then disposes the former source's subscription, unless this sink was disposed
        /// meanwhile. In that case, the disposal has disposed the former source's subscription too.
        func subscribe(to source: Observable<Element>) {
            guard isOpen else { return disposeFormer() }
            TrampolineState.descend()
            source.subscribe(sink: self)
            disposeFormer()
            TrampolineState.ascend()
        }

        func disposeFormer() {
            guard let former = nextPart() else { return }
            former.use { $0.dispose() }
            former.release()
        }

        override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
            path.isInner = true
            return super.describePressure(&path)
        }

        override func nextPart() -> Held<DisposeBase>? {
            lifecycle.claim() ? former : nil
        }
    }
}
