/// Passes on the elements of many sources, and completes when all of them have: the coordinator of `merge`, `flatMap` and
/// `concatMap`.
///
/// The outer source's thread subscribes to the inner sources outside the gate, so that the events of others pass
/// meanwhile. With a limit, at most so many sources are subscribed to at once, and the others wait: the end of a source
/// lets the next one start, inside the gate. The outer source's end goes through the gate; without a limit, the outer
/// source is disposed before that.
@usableFromInline
final class MergeCoordinator<Input, Output>: Coordinator<Input, Output>, @unchecked Sendable {
    /// How many inner sources were started. Only the outer source's thread writes this, and only until the outer source
    /// has ended. If two threads feed the outer source at once, a start may be lost; then more inner sources end than
    /// were counted, and downstream must still be completed. With a limit, `Limit` counts instead.
    @usableFromInline
    @exclusivity(unchecked)
    var started = 0

    // Accessed only through `ended`.
    @usableFromInline
    @exclusivity(unchecked)
    var endedWord = AtomicCounter.Storage()

    // Used inside the gate.
    @exclusivity(unchecked)
    private var outerEnded = false

    @usableFromInline
    let limit: Limit?

    @inlinable
    init(_ downstream: Sink<Output>, limit: Limit? = nil, receive: @escaping Receive) {
        self.limit = limit
        super.init(downstream, receive: receive)
    }

    // What waits are sources.
    override var queueReading: QueueReading? {
        limit.map { QueueReading(waiting: $0.sources.access { $0.waiting.count }) }
    }

    @usableFromInline
    override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
        if let mark = limit?.watermark { path.watermarks.append(mark) }
        return super.describePressure(&path)
    }

    @usableFromInline
    override func completed() {
        guard isOpen else { return }
        if limit == nil { disposeUpstream() }
        deliverLast(of: self) {
            self.outerEnded = true
            if self.isDone { self.finish() } else { self.disposeUpstream() }
        }
    }

    @usableFromInline
    override func disposed() {
        releaseWaiting()
    }
}

extension MergeCoordinator {
    /// How many inner sources have ended.
    @inlinable
    @inline(__always)
    var ended: AtomicCounter { AtomicCounter(at: &endedWord) }

    /// Whether all inner sources that were started have ended.
    @inlinable
    var isIdle: Bool { ended.value >= started }

    /// Merges a further source, and passes its elements on unchanged. Called on the outer source's thread.
    @inlinable
    func merge(_ source: Observable<Output>) {
        if let limit {
            admit(source, limit)
        } else if let element = source.knownElement {
            // One element needs no subscription.
            started += 1
            passSingle(element)
        } else if isOpen {
            // The selector may have ended the subscription.
            started += 1
            subscribe(MergedSink(self, receive: RelayingSink.relay), to: source)
        }
    }

    /// Passes on all that a source of one element sends: the element and the completion.
    @inlinable
    @inline(__always)
    func passSingle(_ element: Output) {
        deliver {
            self.forward(element)
            self.sourceEnded()
        }
    }

    /// An inner source has ended. Called inside the gate.
    @usableFromInline
    func sourceEnded() {
        if let limit {
            limit.sources.access { $0.running -= 1 }
            if !startWaiting(limit) { return }
        } else {
            _ = ended.advance(by: 1)
        }
        if outerEnded && isDone { finish() }
    }

    /// Whether no source is running or waiting. Called inside the gate, after the outer source has ended.
    private var isDone: Bool { limit?.sources.access { $0.running == 0 && $0.waiting.isEmpty } ?? isIdle }
}

extension MergeCoordinator {
    /// How many sources may be subscribed to at once, and what waits. Three threads meet in the lock: the outer source's,
    /// which adds a source; the one inside the gate, which takes the next source when one has ended; and one that
    /// disposes, which releases what waits.
    @usableFromInline
    final class Limit: @unchecked Sendable {
        fileprivate struct Sources {
            var running = 0
            var waiting = Fifo<Observable<Output>>()
        }

        fileprivate let count: Int
        fileprivate let sources = Locked(Sources())
        // Used inside the gate.
        @exclusivity(unchecked)
        fileprivate var isStarting = false

        /// Holds the outer source back while sources wait.
        fileprivate let watermark: Watermark?

        /// What the inner sinks do with an element: `RelayingSink.relay`, which is specialized where `limit` is called.
        fileprivate let relay: Sink<Output>.Receive

        @usableFromInline
        init(_ count: Int, above downstream: Sink<Output>, relay: @escaping Sink<Output>.Receive) {
            self.count = count
            self.relay = relay
            watermark = Pressure.below(downstream).map {
                Watermark(capacity: 1, below: $0, owner: "merge(maxConcurrent:)")
            }
        }
    }

    @inlinable
    static func limit(_ count: Int, above downstream: Sink<Output>) -> Limit {
        Limit(count, above: downstream) { RelayingSink.relay($0, $1) }
    }

    /// Starts a source, or lets it wait. Called on the outer source's thread.
    @usableFromInline
    func admit(_ source: Observable<Output>, _ limit: Limit) {
        guard isOpen else { return }
        let starts = limit.sources.access { sources in
            // If sources wait although there is room, the thread inside the gate is about to subscribe to them.
            if sources.running < limit.count && sources.waiting.isEmpty {
                sources.running += 1
                return true
            }
            limit.watermark?.add()
            sources.waiting.append(source)
            return false
        }
        if starts {
            start(source, limit)
        } else if lifecycle.isDisposedAfterPublishing {
            // The disposal came before the source was added, and has not found it.
            releaseWaiting()
        }
    }

    /// Starts sources that wait, as long as there is room. False if a call further down this stack is doing so. Called
    /// inside the gate.
    private func startWaiting(_ limit: Limit) -> Bool {
        if limit.isStarting { return false }
        limit.isStarting = true
        while isOpen, let source = takeWaiting(limit) {
            start(source, limit)
            // After the source has been subscribed to: room may bring the next one on this thread.
            limit.watermark?.remove()
        }
        limit.isStarting = false
        return true
    }

    private func takeWaiting(_ limit: Limit) -> Observable<Output>? {
        limit.sources.access { sources in
            guard sources.running < limit.count, let source = sources.waiting.popFirst() else { return nil }
            sources.running += 1
            return source
        }
    }

    private func start(_ source: Observable<Output>, _ limit: Limit) {
        subscribe(MergedSink(self, receive: limit.relay), to: source)
    }

    /// Called on any thread.
    private func releaseWaiting() {
        if let limit { releaseValue(limit.sources.access { $0.waiting.takeAll() }) }
    }
}

extension MergeCoordinator {
    /// What the coordinator does with an element of the outer source: it merges the source that `selector` makes.
    @inlinable
    @inline(__always)
    static func merging<Source: ObservableConvertibleType>(
        _ selector: @escaping (Input) throws -> Source
    ) -> Receive where Source.Element == Output {
        { sink, element in
            let coordinator = sink.downcast(to: MergeCoordinator<Input, Output>.self)
            guard coordinator.isOpen else { return }
            do {
                coordinator.merge(try selector(element).asObservable())
            } catch {
                coordinator.error(error)
            }
        }
    }
}

extension MergeCoordinator {
    /// The sink of one of the sources that are merged.
    @usableFromInline
    final class MergedSink: Coordinator<Input, Output>.RelayingSink, @unchecked Sendable {
        @inlinable
        override init(_ coordinator: Coordinator<Input, Output>, receive: @escaping Receive) {
            super.init(coordinator, receive: receive)
        }

        @usableFromInline
        override func ended() {
            disposeAfterEnd()
            coordinator.use { $0.downcast(to: MergeCoordinator<Input, Output>.self).sourceEnded() }
        }
    }
}
