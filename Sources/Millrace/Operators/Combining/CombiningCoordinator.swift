/// The coordinator of `combineLatest`, and the base of that of `zip`: it has a fixed number of sources, whose values
/// `produce` combines.
///
/// `Values` stores the values of all sources in a tuple or an array. The overloads for 2 to 8 sources differ only in
/// this type; those for collections also treat the end of a source differently, as RxSwift does. All members except the
/// `sinkWords` and `nextToDispose` are used inside the gate.
@usableFromInline
class CombiningCoordinator<Values, Output>: Coordinator<Never, Output>, @unchecked Sendable {
    @usableFromInline
    @exclusivity(unchecked)
    final var values: Values

    @usableFromInline
    final let count: Int

    /// How many sources have no value to combine.
    @usableFromInline
    @exclusivity(unchecked)
    final var missing: Int

    /// How many sources have ended.
    @usableFromInline
    @exclusivity(unchecked)
    final var ended = 0

    @usableFromInline
    final let produce: (inout Values) throws -> Output

    /// A lifecycle word for each source. From the end of the source's `subscribe` on it owns the source's sink, as a
    /// sink's word owns its upstream, until the source has ended or the coordinator is disposed.
    @usableFromInline
    @exclusivity(unchecked)
    final var sinkWords: Lifecycle.Row

    /// The source whose sink is disposed next. Used only by the thread that disposes the coordinator.
    private final var nextToDispose = 0

    @inlinable
    init(
        _ downstream: Sink<Output>,
        _ values: Values,
        count: Int,
        produce: @escaping (inout Values) throws -> Output
    ) {
        self.values = values
        self.count = count
        self.produce = produce
        missing = count
        sinkWords = Lifecycle.Row(count)
        super.init(downstream) { _, _ in }
    }

    // The words are empty: a sink in one of them would keep the coordinator alive.
    deinit {
        sinkWords.deallocate()
    }

    @usableFromInline
    override final func nextPart() -> Held<DisposeBase>? {
        // The disposing thread closes the gate itself, since the thread inside may be blocked in a callback for ever.
        if nextToDispose == 0 { GateWork.close(gate) }
        while nextToDispose < count {
            let taken = sinkWord(nextToDispose).markDisposed()
            nextToDispose += 1
            if let sink = taken.upstream { return .init(at: sink) }
        }
        // The sink that this thread is subscribing further down its stack.
        return super.nextPart()
    }

    /// A source has ended. The last source to end completes downstream.
    @usableFromInline
    final func sourceEnded() {
        ended += 1
        if ended == count { finish() }
    }
}

extension CombiningCoordinator {
    /// Passes on what `produce` makes of the values.
    @inlinable
    @inline(__always)
    final func emit() {
        // `produce` is called in a closure: passing it as an argument would retain it.
        do { forward(try produce(&values)) } catch { fail(error) }
    }

    @inlinable
    @inline(__always)
    final func sinkWord(_ index: Int) -> Lifecycle { Lifecycle.Row.word(index, of: &sinkWords) }

    /// Makes the sink of a source. The caller makes all sinks first, then publishes the coordinator, and then subscribes
    /// the sinks.
    ///
    /// `store` stores a value and returns the value that it replaces, if there is one. Then `arrived` is called, with
    /// true if the value is the first of its source. The replaced value is released when `arrived` has returned.
    @inlinable
    @inline(__always)
    final func makeSink<Coordinator: CombiningCoordinator<Values, Output>, Element>(
        _ index: Int,
        as coordinatorType: Coordinator.Type,
        disposesFirst: Bool,
        store: @escaping (inout Values, Element) -> Element?,
        arrived: @escaping (Coordinator, _ index: Int, _ isFirst: Bool) -> Void
    ) -> Held<Sink<Element>> {
        let sink = SourceSink<Element>(self, index, disposesFirst: disposesFirst) { sink, element in
            let sink = sink.downcast(to: SourceSink<Element>.self)
            // The cast is one of pointers: a cast of the object would retain the result.
            let coordinator = sink.coordinator.cast(to: Coordinator.self)
            coordinator.use { coordinator in
                coordinator.deliver {
                    guard coordinator.isOpen && sink.isOpen else { return sink.dispose() }
                    let former = store(&coordinator.values, element)
                    arrived(coordinator, sink.index, former == nil)
                    releaseValue(former)
                }
            }
        }
        return Held<Sink<Element>>(retaining: sink)
    }

    /// Subscribes a sink, which the caller owns, to its source. A source that comes after a source which has ended the
    /// subscription is subscribed to as well, and disposed afterwards, as in RxSwift.
    @inlinable
    @inline(__always)
    final func subscribe<Element>(_ sink: Held<Sink<Element>>, to source: Observable<Element>, _ index: Int) {
        let object = sink.cast(to: DisposeBase.self)
        let pass = subscriber.begin()
        subscribing = object
        sink.use { source.subscribe(sink: $0) }
        subscribing = nil
        if pass == .entered { subscriber.end() }
        keep(object, index)
    }

    /// Puts a sink that has been subscribed into its word. If the coordinator has been disposed, the sink is disposed.
    ///
    /// The sink may end meanwhile on another thread. `mr_lifecycle_join_group` says how one of the two threads then
    /// finds the sink in its word.
    @usableFromInline
    final func keep(_ sink: Held<DisposeBase>, _ index: Int) {
        let lifecycle = sink.use { $0.lifecycle }
        if lifecycle.hasEnded { return sink.release() }
        if sinkWord(index).attach(sink.address) == .attached {
            if lifecycle.joinGroup() { sink.use { release($0, index) } }
        } else {
            sink.use { $0.dispose() }
            sink.release()
        }
    }

    /// Releases the sink of a source that has ended, unless the coordinator's disposal has taken the sink.
    @usableFromInline
    final func release(_ sink: DisposeBase, _ index: Int) {
        let link = Held(borrowing: sink).address
        if sinkWord(index).detach(link) { releaseLink(link) }
    }
}

extension CombiningCoordinator {
    /// The sink of one of the sources.
    @usableFromInline
    final class SourceSink<Element>: Coordinator<Never, Output>.InnerSink<Element>, @unchecked Sendable {
        @usableFromInline
        let index: Int

        /// Whether a source that ends is disposed before downstream receives a terminal event. As in RxSwift, this is
        /// true for a fixed number of sources and false for collections.
        @usableFromInline
        let disposesFirst: Bool

        @inlinable
        init(
            _ coordinator: CombiningCoordinator<Values, Output>,
            _ index: Int,
            disposesFirst: Bool,
            receive: @escaping Receive
        ) {
            self.index = index
            self.disposesFirst = disposesFirst
            super.init(coordinator, receive: receive)
            lifecycle.tag = Lifecycle.plain
        }

        @usableFromInline
        override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
            coordinator.use { $0.describePressure(&path) }
        }

        @usableFromInline
        override func failed(_ error: Swift.Error) {
            end { $0.fail(error) }
        }

        @usableFromInline
        override func ended() {
            end { $0.sourceEnded() }
        }

        private func end(_ pass: (CombiningCoordinator<Values, Output>) -> Void) {
            if disposesFirst { disposeAfterEnd() }
            coordinator.use { pass($0.downcast(to: CombiningCoordinator<Values, Output>.self)) }
            if !disposesFirst { disposeAfterEnd() }
        }

        @usableFromInline
        override func detachFromGroup() {
            coordinator.use { $0.downcast(to: CombiningCoordinator<Values, Output>.self).release(self, index) }
        }
    }
}
