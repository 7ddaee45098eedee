/// Merges a limited number of sources at a time, while the others wait: the coordinator of `merge(maxConcurrent:)`,
/// `concat()` and `concatMap`.
///
/// Its state belongs to whoever is inside the gate, where sources are subscribed to as well.
@usableFromInline
final class LimitedMergeCoordinator<Input, Output>: Coordinator<Input, Output>, @unchecked Sendable {
    private let limit: Int

    @exclusivity(unchecked)
    private var waiting = Fifo<Observable<Output>>()
    @exclusivity(unchecked)
    private var subscribed = 0
    @exclusivity(unchecked)
    private var hasOuterEnded = false
    @exclusivity(unchecked)
    private var isStarting = false

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
        super.init(downstream, receive: receive)
    }

    /// Subscribes to a further source as soon as there is room.
    @usableFromInline
    func add(_ source: Observable<Output>) {
        let pass = enter()
        if pass == .busy { return submit { self.admit(source) } }
        admit(source)
        leave(pass)
    }

    private func admit(_ source: Observable<Output>) {
        guard isOpen else { return }
        // Those that wait, although there is room, are being subscribed to further down the stack.
        if subscribed < limit && waiting.count == 0 { start(source) } else { waiting.append(source) }
    }

    private func start(_ source: Observable<Output>) {
        subscribed += 1
        subscribe(LimitedMergeSink<Input, Output>(self, receive: relay), to: source)
    }

    // The outer source has ended; what it sent before may wait in the gate.
    @usableFromInline
    override func completed() {
        serialize {
            let coordinator = unsafeDowncast($0, to: LimitedMergeCoordinator<Input, Output>.self)
            coordinator.hasOuterEnded = true
            if coordinator.isDone { coordinator.finish() } else { coordinator.disposeUpstream() }
        }
    }

    private var isDone: Bool { hasOuterEnded && subscribed == 0 && waiting.isEmpty }

    /// An inner source has ended: those that wait take its place, one after another if they end while they are being
    /// subscribed to.
    fileprivate func sourceEnded() {
        subscribed -= 1
        if isStarting { return }
        isStarting = true
        while waiting.count > 0, isOpen, subscribed < limit { start(waiting.removeFirst()) }
        isStarting = false
        if isDone { finish() }
    }

    @usableFromInline
    override func disposed() {
        serialize { unsafeDowncast($0, to: LimitedMergeCoordinator<Input, Output>.self).waiting.removeAll() }
    }
}

private final class LimitedMergeSink<Input, Output>: MergeInnerSink<Input, Output>, @unchecked Sendable {
    override func ended() {
        coordinator._withUnsafeGuaranteedRef {
            unsafeDowncast($0, to: LimitedMergeCoordinator<Input, Output>.self).sourceEnded()
        }
    }
}
