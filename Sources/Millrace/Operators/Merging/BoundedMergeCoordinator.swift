/// Merges a limited number of sources at a time, while the others wait: the coordinator of `merge(maxConcurrent:)`,
/// `concat()` and `concatMap`.
///
/// Its state belongs to the thread inside the gate, which also subscribes to the sources. Only the queue of sources
/// that wait has a lock: the thread that disposes releases them, and does not wait for the thread inside the gate.
@usableFromInline
final class BoundedMergeCoordinator<Input, Output>: Coordinator<Input, Output>, @unchecked Sendable {
    // Accessed only through `lock`.
    @exclusivity(unchecked)
    private var lockStorage = Lock.Storage()

    private let limit: Int

    // Used under the lock. The members that follow are used inside the gate.
    @exclusivity(unchecked)
    private var waiting = Fifo<Observable<Output>>()
    @exclusivity(unchecked)
    private var subscribed = 0
    @exclusivity(unchecked)
    private var hasOuterEnded = false
    @exclusivity(unchecked)
    private var isStarting = false

    /// Holds the outer source back while a source waits; `nil` unless something below holds sources back.
    private let watermark: Watermark?

    /// What inner sinks do with an element; made where the operator is used, so that it is specialized there.
    private let relay: Sink<Output>.Receive

    @usableFromInline
    init(
        _ downstream: Sink<Output>,
        limit: Int,
        relay: @escaping Sink<Output>.Receive,
        receive: @escaping Receive
    ) {
        self.limit = limit
        self.relay = relay
        let pressure = Pressure.below(downstream)
        watermark = pressure.map { Watermark(capacity: 1, below: $0, owner: "merge(maxConcurrent:)") }
        super.init(downstream, receive: receive)
    }

    @usableFromInline
    override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
        if let watermark { path.watermarks.append(watermark) }
        return super.describePressure(&path)
    }

    /// Subscribes to a further source as soon as there is room.
    @usableFromInline
    func add(_ source: Observable<Output>) {
        let pass = enterGate()
        if pass == .busy { return submit { self.admit(source) } }
        admit(source)
        leaveGate(pass)
    }

    private func admit(_ source: Observable<Output>) {
        guard isOpen else { return }
        // If sources wait although there is room, `sourceEnded()` further down this stack is about to subscribe to
        // them.
        if subscribed < limit && withWaiting({ $0.isEmpty }) { return start(source) }
        watermark?.add()
        withWaiting { $0.append(source) }
        // A disposal that came before the source was added has not found the source.
        if lifecycle.isDisposedAfterPublishing { releaseWaiting() }
    }

    private var lock: Lock { Lock(at: &lockStorage) }

    private func withWaiting<Result>(_ body: (inout Fifo<Observable<Output>>) -> Result) -> Result {
        lock.acquire()
        defer { lock.release() }
        return body(&waiting)
    }

    private func releaseWaiting() {
        releaseValue(withWaiting { $0.takeAll() })
    }

    private func start(_ source: Observable<Output>) {
        subscribed += 1
        subscribe(BoundedSink(self, receive: relay), to: source)
    }

    // The outer source has ended. Its end goes through the gate, since what it sent before may wait there.
    @usableFromInline
    override func completed() {
        endInsideGate {
            let coordinator = $0.downcast(to: BoundedMergeCoordinator<Input, Output>.self)
            coordinator.hasOuterEnded = true
            if coordinator.isDone { coordinator.finish() } else { coordinator.disposeUpstream() }
        }
    }

    private var isDone: Bool { hasOuterEnded && subscribed == 0 && withWaiting { $0.isEmpty } }

    /// An inner source has ended: a source that waits takes its place. If that source ends while it is being subscribed
    /// to, the loop goes on with the next source.
    fileprivate func sourceEnded() {
        subscribed -= 1
        if isStarting { return }
        isStarting = true
        while isOpen, subscribed < limit, let source = withWaiting({ $0.popFirst() }) {
            start(source)
            // After the source has been subscribed to: room may bring the next one on this thread.
            watermark?.remove()
        }
        isStarting = false
        if isDone { finish() }
    }

    @usableFromInline
    override func disposed() {
        releaseWaiting()
    }
}

extension BoundedMergeCoordinator {
    private final class BoundedSink: MergeCoordinator<Input, Output>.MergedSink, @unchecked Sendable {
        override func endedAndDisposed() {
            coordinator.use {
                $0.downcast(to: BoundedMergeCoordinator<Input, Output>.self).sourceEnded()
            }
        }
    }
}
