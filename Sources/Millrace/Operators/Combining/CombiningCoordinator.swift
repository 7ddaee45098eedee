/// The base of `combineLatest` and `zip`: a coordinator with a fixed number of sources, whose values `produce`
/// combines.
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

    /// The sources that have a value to combine.
    @usableFromInline
    @exclusivity(unchecked)
    final var present: SourceSet

    /// The sources that have ended.
    @usableFromInline
    @exclusivity(unchecked)
    final var ended: SourceSet

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
        present = SourceSet(count)
        ended = SourceSet(count)
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

    /// This source has ended. The last source to end completes downstream.
    @usableFromInline
    final func sourceEnded(_ index: Int) {
        ended.insert(index)
        if ended.isFull { finish() }
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

    /// Makes the sink of a source. The caller makes all sinks first, since counting them takes no atomic operation. The
    /// caller then publishes the coordinator, and then subscribes the sinks.
    ///
    /// `store` stores a value and returns the value that was there. That value is released after `arrived`
    /// has returned.
    @inlinable
    @inline(__always)
    final func makeSink<Coordinator: CombiningCoordinator<Values, Output>, Element>(
        _ index: Int,
        as coordinatorType: Coordinator.Type,
        disposesFirst: Bool,
        store: @escaping (inout Values, Element) -> Element?,
        arrived: @escaping (Coordinator, Int) -> Void
    ) -> Held<Sink<Element>> {
        let sink = SourceSink<Element>(.init(borrowing: self), index, disposesFirst: disposesFirst) {
            sink,
            element in
            let sink = sink.downcast(to: SourceSink<Element>.self)
            // The cast is one of pointers: a cast of the object would retain the result.
            let coordinator = sink.coordinator.cast(to: Coordinator.self)
            coordinator.use { coordinator in
                let pass = coordinator.enterGate()
                if pass == .busy {
                    return coordinator.submit {
                        guard coordinator.isOpen else { return }
                        let former = store(&coordinator.values, element)
                        arrived(coordinator, sink.index)
                        releaseValue(former)
                    }
                }
                if coordinator.isOpen {
                    let former = store(&coordinator.values, element)
                    arrived(coordinator, sink.index)
                    releaseValue(former)
                } else {
                    sink.dispose()
                }
                coordinator.leaveGate(pass)
            }
        }
        sourceCount.joinFromOuter()
        return Held<Sink<Element>>(retaining: sink)
    }

    /// Subscribes a sink, which the caller owns, to its source. A source that comes after a source which has ended the
    /// subscription is subscribed to as well, and disposed afterwards, as in RxSwift.
    @inlinable
    @inline(__always)
    final func subscribe<Element>(_ sink: Held<Sink<Element>>, to source: Observable<Element>, _ index: Int) {
        let object = sink.cast(to: DisposeBase.self)
        let pass = subscribingGate.enter()
        subscribing = object
        source.subscribe(owned: sink.retained())
        subscribing = nil
        if pass == .entered { subscribingGate.free() }
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
    final class SourceSink<Element>: Sink<Element>, @unchecked Sendable {
        // Not retained: the coordinator counts this sink as a source, and stays alive until the sink is released.
        @usableFromInline
        let coordinator: Held<CombiningCoordinator<Values, Output>>

        @usableFromInline
        let index: Int

        /// Whether a source that ends is disposed before downstream receives a terminal event. As in RxSwift, this is
        /// true for a fixed number of sources and false for collections.
        @usableFromInline
        let disposesFirst: Bool

        @inlinable
        init(
            _ coordinator: Held<CombiningCoordinator<Values, Output>>,
            _ index: Int,
            disposesFirst: Bool,
            receive: @escaping Receive
        ) {
            self.coordinator = coordinator
            self.index = index
            self.disposesFirst = disposesFirst
            super.init(receive: receive)
            lifecycle.tag = Lifecycle.plain
        }

        deinit {
            coordinator.use { $0.innerReleased() }
        }

        @usableFromInline
        override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
            coordinator.use { $0.describePressure(&path) }
        }

        @usableFromInline
        override func error(_ error: Swift.Error) {
            guard isOpen else { return }
            coordinator.use { coordinator in
                let pass = coordinator.enterGate()
                if pass == .busy {
                    coordinator.submit { self.end(error) }
                    return disposeUpstream()
                }
                end(error)
                coordinator.leaveGate(pass)
            }
        }

        @usableFromInline
        override func completed() {
            guard isOpen else { return }
            coordinator.use { coordinator in
                let pass = coordinator.enterGate()
                if pass == .busy { return submitCompletion() }
                end(nil)
                coordinator.leaveGate(pass)
            }
        }

        // A function of its own, so that `completed` allocates no closure context.
        private func submitCompletion() {
            coordinator.use { $0.submit { self.end(nil) } }
            disposeUpstream()
        }

        /// Called inside the gate.
        private func end(_ error: Swift.Error?) {
            guard isOpen else { return }
            coordinator.use { coordinator in
                if disposesFirst { disposeAndLeave() }
                if let error { coordinator.fail(error) } else { coordinator.sourceEnded(index) }
                if !disposesFirst { disposeAndLeave() }
            }
        }

        private func disposeAndLeave() {
            dispose()
            if lifecycle.leaveGroup() { leaveWord() }
        }

        @usableFromInline
        override func sourceReleased() {
            if lifecycle.detachFromGroup() { leaveWord() }
        }

        private func leaveWord() {
            coordinator.use { $0.release(self, index) }
        }
    }
}

extension CombiningCoordinator {
    /// A set of an operator's sources, by their index: one word for up to 64, an array of flags beyond.
    @usableFromInline
    struct SourceSet {
        @usableFromInline
        let count: Int

        @usableFromInline
        var word: UInt64 = 0

        @usableFromInline
        var flags: [Bool]

        /// The number of members, if `flags` is used.
        @usableFromInline
        var size = 0

        @inlinable
        init(_ count: Int) {
            self.count = count
            flags = count > 64 ? Array(repeating: false, count: count) : []
        }

        @inlinable
        @inline(__always)
        var isFull: Bool {
            count > 64 ? size == count : word == (count == 64 ? .max : (1 << UInt64(count)) &- 1)
        }

        /// Whether all sources other than this one are members.
        @inlinable
        func isFull(but index: Int) -> Bool {
            if count > 64 { return size + (flags[index] ? 0 : 1) == count }
            var others = self
            others.insert(index)
            return others.isFull
        }

        @inlinable
        @inline(__always)
        mutating func insert(_ index: Int) {
            if count <= 64 {
                word |= 1 &<< UInt64(truncatingIfNeeded: index)
            } else if !flags[index] {
                flags[index] = true
                size += 1
            }
        }

        @inlinable
        @inline(__always)
        mutating func remove(_ index: Int) {
            if count <= 64 {
                word &= ~(1 &<< UInt64(truncatingIfNeeded: index))
            } else if flags[index] {
                flags[index] = false
                size -= 1
            }
        }

        @inlinable
        mutating func removeAll() {
            word = 0
            if size > 0 {
                for index in flags.indices { flags[index] = false }
                size = 0
            }
        }
    }
}
