extension ObservableType {
    /// The operator that merges the sources that `selector` makes.
    ///
    /// - Parameters:
    ///   - limit: how many sources are subscribed to at once; the others wait. `nil` means no limit.
    ///   - onlyWhenIdle: whether elements are dropped while a source has not ended.
    @inlinable
    @inline(__always)
    func merging<Source: ObservableConvertibleType>(
        limit: Int? = nil,
        onlyWhenIdle: Bool = false,
        function: StaticString = #function,
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            let coordinator = sink.downcast(to: MergeCoordinator<Element, Source.Element>.self)
            guard coordinator.isOpen && (!onlyWhenIdle || coordinator.isIdle) else { return }
            do {
                coordinator.merge(try selector(element).asObservable())
            } catch {
                coordinator.error(error)
            }
        }
        return Operator(asObservable(), kind: .joining, function: function) {
            MergeCoordinator<Element, Source.Element>($0, limit: limit, receive: receive)
        }
    }
}

/// Passes on the elements of many sources, and completes when all of them have: the coordinator of `merge`, `flatMap` and
/// `concatMap`.
///
/// With a limit, at most so many sources are subscribed to at once, and the others wait. Then sources are added inside the
/// gate, and the outer source's end goes through the gate, since sources that it sent before may wait there.
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
    @exclusivity(unchecked)
    private var isStarting = false

    @usableFromInline
    let limit: Int

    /// The sources that wait; `nil` without a limit. A disposal takes them out on any thread.
    @usableFromInline
    let waiting: Locked<Fifo<Observable<Output>>>?

    /// Holds the outer source back while sources wait.
    @usableFromInline
    let watermark: Watermark?

    /// What the inner sinks do with an element. Made in `init`, which is specialized where the operator is used.
    @usableFromInline
    let relay: Sink<Output>.Receive

    @inlinable
    init(_ downstream: Sink<Output>, limit: Int? = nil, receive: @escaping Receive) {
        self.limit = limit ?? .max
        waiting = limit == nil ? nil : Locked(Fifo())
        watermark = limit == nil ? nil : MergeCoordinator.makeWatermark(above: downstream)
        relay = { RelayingSink.relay($0, $1) }
        super.init(downstream, receive: receive)
    }

    @usableFromInline
    static func makeWatermark(above downstream: Sink<Output>) -> Watermark? {
        Pressure.below(downstream).map { Watermark(capacity: 1, below: $0, owner: "merge(maxConcurrent:)") }
    }

    @usableFromInline
    override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
        if let watermark { path.watermarks.append(watermark) }
        return super.describePressure(&path)
    }

    @usableFromInline
    override func completed() {
        guard isOpen else { return }
        if waiting == nil { disposeUpstream() }
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
        if let waiting {
            deliver { self.admit(source, waiting) }
        } else if let element = source.knownElement {
            // One element needs no subscription.
            started += 1
            passSingle(element)
        } else {
            start(source)
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

    @inlinable
    func start(_ source: Observable<Output>) {
        started += 1
        subscribe(MergedSink(self, receive: relay), to: source)
    }

    /// An inner source has ended. Called inside the gate.
    @usableFromInline
    func sourceEnded() {
        _ = ended.advance(by: 1)
        if let waiting, !startWaiting(waiting) { return }
        if outerEnded && isDone { finish() }
    }

    /// Whether all has ended that this coordinator knows of. Called inside the gate, after the outer source has ended.
    private var isDone: Bool { isIdle && waiting?.access { $0.isEmpty } != false }
}

// With a limit. Called inside the gate.
extension MergeCoordinator {
    @usableFromInline
    func admit(_ source: Observable<Output>, _ waiting: Locked<Fifo<Observable<Output>>>) {
        guard isOpen else { return }
        // If sources wait although there is room, `startWaiting` further down this stack is about to subscribe to them.
        if hasRoom && waiting.access({ $0.isEmpty }) { return start(source) }
        watermark?.add()
        waiting.access { $0.append(source) }
        // A disposal that came before the source was added has not found the source.
        if lifecycle.isDisposedAfterPublishing { releaseWaiting() }
    }

    /// Starts sources that wait, as long as there is room. False if a call further down this stack is doing so.
    private func startWaiting(_ waiting: Locked<Fifo<Observable<Output>>>) -> Bool {
        if isStarting { return false }
        isStarting = true
        while isOpen, hasRoom, let source = waiting.access({ $0.popFirst() }) {
            start(source)
            // After the source has been subscribed to: room may bring the next one on this thread.
            watermark?.remove()
        }
        isStarting = false
        return true
    }

    private var hasRoom: Bool { started - Int(ended.value) < limit }

    /// Called on any thread.
    private func releaseWaiting() {
        if let waiting { releaseValue(waiting.access { $0.takeAll() }) }
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
