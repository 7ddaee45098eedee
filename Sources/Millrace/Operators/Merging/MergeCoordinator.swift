/// Passes on the elements of many sources, and completes when all of them have: the coordinator of `merge`, `flatMap` and
/// `concatMap`.
///
/// The outer source's end goes through the gate; without a limit, the outer source is disposed before that. With a
/// limit, at most so many sources are subscribed to at once, and the others wait. Then sources are added inside the
/// gate, where those that the outer source sent before its end may still wait.
@usableFromInline
final class MergeCoordinator<Input, Output>: Coordinator<Input, Output>, @unchecked Sendable {
    /// How many inner sources were started. Without a limit, only the outer source's thread writes this, and only until
    /// the outer source has ended. If two threads feed the outer source at once, a start may be lost; then more inner
    /// sources end than were counted, and downstream must still be completed. With a limit, this is used inside the gate.
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
        limit.map { QueueReading(waiting: $0.waiting.access { $0.count }) }
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
            deliver { self.admit(source, limit) }
        } else if let element = source.knownElement {
            // One element needs no subscription.
            started += 1
            passSingle(element)
        } else {
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
        _ = ended.advance(by: 1)
        if let limit, !startWaiting(limit) { return }
        if outerEnded && isDone { finish() }
    }

    /// Whether no source is running or waiting. Called inside the gate, after the outer source has ended.
    private var isDone: Bool { isIdle && limit?.waiting.access { $0.isEmpty } != false }
}

extension MergeCoordinator {
    /// How many sources may be subscribed to at once, and what waits. The waiting sources have a lock: the thread that
    /// disposes releases them, and does not wait for the thread inside the gate. The rest is used inside the gate.
    @usableFromInline
    final class Limit: @unchecked Sendable {
        fileprivate let count: Int
        fileprivate let waiting = Locked(Fifo<Observable<Output>>())
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

    /// Starts a source, or lets it wait. Called inside the gate.
    @usableFromInline
    func admit(_ source: Observable<Output>, _ limit: Limit) {
        guard isOpen else { return }
        // If sources wait although there is room, `startWaiting` further down this stack is about to subscribe to them.
        if hasRoom(limit) && limit.waiting.access({ $0.isEmpty }) { return start(source, limit) }
        limit.watermark?.add()
        limit.waiting.access { $0.append(source) }
        // A disposal that came before the source was added has not found the source.
        if lifecycle.isDisposedAfterPublishing { releaseWaiting() }
    }

    /// Starts sources that wait, as long as there is room. False if a call further down this stack is doing so. Called
    /// inside the gate.
    private func startWaiting(_ limit: Limit) -> Bool {
        if limit.isStarting { return false }
        limit.isStarting = true
        while isOpen, hasRoom(limit), let source = limit.waiting.access({ $0.popFirst() }) {
            start(source, limit)
            // After the source has been subscribed to: room may bring the next one on this thread.
            limit.watermark?.remove()
        }
        limit.isStarting = false
        return true
    }

    private func start(_ source: Observable<Output>, _ limit: Limit) {
        started += 1
        subscribe(MergedSink(self, receive: limit.relay), to: source)
    }

    private func hasRoom(_ limit: Limit) -> Bool { started - Int(ended.value) < limit.count }

    /// Called on any thread.
    private func releaseWaiting() {
        if let limit { releaseValue(limit.waiting.access { $0.takeAll() }) }
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
